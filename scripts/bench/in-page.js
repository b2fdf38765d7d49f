// Runs unchanged in the browser's pages. Times are in ms since 1970, the same clock for every page.
const now = () => performance.timeOrigin + performance.now()

globalThis.veritasBench = {
  clickedAt: 0,

  /** Resolves when the displayed confidence has changed, and its animation has ended. */
  watchConfidence(patienceMs) {
    const panel = [...document.querySelectorAll('section')].find(
      (section) => section.querySelector('h2')?.textContent === 'Confidence',
    )
    const shown = () => panel?.querySelector('[aria-hidden]')?.textContent
    const told = () => panel?.querySelector('.sr-only')?.textContent
    const before = shown()
    const startedAt = now()
    return new Promise((resolve, reject) => {
      let changedAt = 0
      const look = () => {
        if (changedAt === 0 && shown() !== before) changedAt = now()
        if (changedAt > 0 && shown() === told()) resolve({ changedAt, settledAt: now() })
        else if (now() - startedAt > patienceMs) reject(new Error(`The confidence stayed at ${before}.`))
        else requestAnimationFrame(look)
      }
      look()
    })
  },
}

document.addEventListener('click', () => (globalThis.veritasBench.clickedAt = now()), { capture: true })
