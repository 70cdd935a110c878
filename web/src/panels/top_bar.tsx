/** Where the game is: title, score, tracks, steps. */

import { seatNumber, tone as toneColour, SEATS } from "../board/theme";
import type { Scene, Track } from "../protocol";
import { sentence, strings } from "../strings";
import type { ComponentChildren } from "preact";

/** With `below` the seats' own tracks are shown elsewhere. */
export function TopBar({ scene, children, name, seatTitle, below }: { scene: Scene | null; children?: ComponentChildren; name?: string; seatTitle?: (seat: string) => string; below?: boolean }) {
  return (
    <header class="top">
      <a class="brand" href="#/">
        {strings.brand}
      </a>
      {scene && (
        <>
          <span class="title">{name ? `${name} · ${scene.title}` : scene.title}</span>
          <Scores scene={scene} seatTitle={seatTitle} />
          {scene.tracks.filter((t) => !t.seat || !below).map((t) => (
            <TrackView key={t.name} track={t} />
          ))}
          <span class={scene.steps.length ? "subtitle spare" : "subtitle"}>{sentence(scene.subtitle)}</span>
          <Steps scene={scene} />
        </>
      )}
      {children}
    </header>
  );
}

export function Scores({ scene, seatTitle }: { scene: Scene; seatTitle?: ((seat: string) => string) | undefined }) {
  if (!scene.score.length) return null;
  return (
    <span class="score" role="status">
      {scene.score.map((s, i) => (
        <span key={s.seat} class={`s${seatNumber(s.seat)}`}>
          {i > 0 && <i aria-hidden="true">–</i>}
          {i > 0 ? (
            <>
              <b>{s.points}</b> {seatTitle?.(s.seat) ?? s.name}
            </>
          ) : (
            <>
              {seatTitle?.(s.seat) ?? s.name} <b>{s.points}</b>
            </>
          )}
        </span>
      ))}
    </span>
  );
}

export function TrackView({ track }: { track: Track }) {
  const n = seatNumber(track.seat ?? "");
  const fill = n >= 0 ? SEATS[n]! : toneColour(track.tone);
  return (
    <span class="track" aria-label={`${track.name}: ${track.filled ?? 0} / ${track.boxes}`} role="img">
      <span>{track.name}</span>
      <svg width={track.boxes * 19} height="12" aria-hidden="true">
        {Array.from({ length: track.boxes }, (_, i) => (
          <rect key={i} x={i * 19 + 1} y="1" width="15" height="10" rx="2" fill={i < (track.filled ?? 0) ? fill : "none"} class="track-box" />
        ))}
      </svg>
    </span>
  );
}

function Steps({ scene }: { scene: Scene }) {
  if (!scene.steps.length) return null;
  return (
    <ol class="steps" tabIndex={0}>
      {scene.steps.map((step, i) => (
        <li key={i} class={i === scene.step ? "now" : scene.step !== null && i < scene.step ? "past" : ""} aria-current={i === scene.step ? "step" : undefined}>
          {sentence(step)}
        </li>
      ))}
    </ol>
  );
}
