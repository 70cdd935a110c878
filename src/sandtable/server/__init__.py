"""The table over the network: live matches, one stream a seat, storage, pages of the client."""
