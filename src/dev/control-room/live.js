// Shows new emails and requests as they arrive. The page works without it.

const intervalMs = 2_000

for (const part of document.querySelectorAll('[data-live]')) {
  setInterval(async () => {
    // A selection or a focus in the list would be lost.
    if (document.hidden || part.contains(document.activeElement)) return
    try {
      const response = await fetch(part.dataset.live)
      const text = await response.text()
      if (response.ok && text !== part.dataset.shown) {
        part.innerHTML = text
        part.dataset.shown = text
      }
    } catch {
      // The service is restarting.
    }
  }, intervalMs)
}
