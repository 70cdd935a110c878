/** Links to a match: take an open seat, or watch. */

import { useEffect, useState } from "preact/hooks";
import { api } from "../net/http";
import { keep, setWish, wish } from "../net/keys";
import { strings } from "../strings";

export function JoinPage({ match, code }: { match: string; code: string }) {
  const [name, setName] = useState(() => wish("name", ""));
  const [wrong, setWrong] = useState("");
  const join = (): void => {
    setWish("name", name);
    api.join(match, code, name).then(
      (seated) => {
        keep(seated);
        location.hash = `#/table/${seated.match}`;
      },
      (e: Error) => setWrong(e.message),
    );
  };
  return (
    <main class="lonely">
      <a class="brand" href="#/">
        {strings.brand}
      </a>
      <h1>{strings.joinTitle}</h1>
      <p>{strings.joinText}</p>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          join();
        }}
      >
        <label class="link">
          <span>{strings.yourName}</span>
          <input value={name} maxLength={40} onInput={(e) => setName(e.currentTarget.value)} />
        </label>
        <button type="submit" class="main-button" data-act="join">
          {strings.join}
        </button>
      </form>
      {wrong && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
    </main>
  );
}

export function WatchPage({ match, token, at }: { match: string; token: string; at: string }) {
  useEffect(() => {
    keep({ match, seat: "", token, invites: [], watch: token });
    location.replace(at ? `#/replay/${match}/${at}` : `#/table/${match}`);
  }, []);
  return <p class="lonely">{strings.loading}</p>;
}
