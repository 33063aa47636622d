// Follows the files of `fairyring serve --watch`: the page is loaded again after each change, and shows what is wrong.

const PAUSE = 1000; // milliseconds before a server that does not answer is asked again

const banner = document.createElement("pre");
banner.setAttribute("role", "alert");
banner.hidden = true;
banner.id = "faults";
banner.style.cssText =
  "position: fixed; inset: 0 0 auto; z-index: 1000; margin: 0; padding: 1rem; overflow: auto; max-height: 60vh;" +
  "background: #5b1313; color: #fff; font: 0.9rem/1.4 ui-monospace, monospace; white-space: pre;";
document.body.append(banner);

follow();

async function follow() {
  let version = -1;
  for (;;) {
    try {
      const answer = await fetch(`/api/watch?version=${version}`);
      /** @type {{ version: number, faults: string[] }} */
      const found = await answer.json();
      if (version >= 0 && found.version !== version && found.faults.length === 0) location.reload();
      version = found.version;
      banner.textContent = found.faults.join("\n\n");
      banner.hidden = found.faults.length === 0;
    } catch {
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}
