// Follows the files of `fairyring serve --watch`: the page is loaded again after each change, and shows what is wrong.

const PAUSE = 1000; // milliseconds before a server that does not answer is asked again

const banner = document.createElement("pre");
banner.setAttribute("role", "alert");
banner.hidden = true;
banner.id = "faults";
Object.assign(banner.style, {
  position: "fixed",
  top: "0",
  left: "0",
  right: "0",
  zIndex: "1000",
  margin: "0",
  padding: "1rem",
  overflow: "auto",
  maxHeight: "60vh",
  background: "#5b1313",
  color: "#fff",
  fontFamily: "monospace",
  fontSize: "0.9rem",
  whiteSpace: "pre",
});
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
