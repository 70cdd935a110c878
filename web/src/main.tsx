/** The way through the pages. Addresses are fragments: keys in them never reach the server's log. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { HomePage } from "./home/page";
import { JoinPage, WatchPage } from "./home/join";
import { takeOwner } from "./owner";
import { ReplayPage } from "./replay/page";
import { said } from "./say";
import { TablePage } from "./table/page";
import { applyTheme } from "./theme";
import "./styles/tokens.css";
import "./styles/controls.css";
import "./styles/table.css";
import "./styles/board.css";
import "./styles/home.css";
import "./styles/phone.css";

takeOwner();
applyTheme();
const here = signal(location.hash);
window.addEventListener("hashchange", () => (here.value = location.hash));

function Page() {
  const [page, match, more, last] = here.value.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (page === "table" && match) return <TablePage match={match} />;
  if (page === "replay" && match) return <ReplayPage key={match} match={match} at={more ? Number(more) : null} />;
  if (page === "join" && match && more) return <JoinPage match={match} code={more} />;
  if (page === "watch" && match && more) return <WatchPage match={match} token={more} at={last ?? ""} />;
  return <HomePage />;
}

function App() {
  return (
    <>
      <Page />
      <div class="said" role="status" aria-live="polite" aria-atomic="true">
        {said.value}
      </div>
    </>
  );
}

render(<App />, document.getElementById("app")!);
