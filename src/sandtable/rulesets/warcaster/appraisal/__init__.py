"""What a position is worth to a seat: all that bots and advice know of Warcaster.

Thousandths of a victory point, each with its reason. Nothing here is a rule: these are a player's rules of thumb, read
thousands of times a second, so they measure along the table and never ask for sight unless an attack is at hand.
"""

from sandtable.rulesets.warcaster.appraisal.explanations import changes
from sandtable.rulesets.warcaster.appraisal.judgement import appraise, outlook

__all__ = ["appraise", "changes", "outlook"]
