// Runs in every page from the start of its load. Times are in ms since the navigation began.
const entries = { lcp: 0, shift: 0, lastAt: 0, events: [], shifted: [] }
const patienceMs = 15_000
const shifts = { startedAt: 0, lastAt: 0, sum: 0 }

/** The largest sum of layout shifts within five seconds without a pause of one second, as Chrome's field data count it. */
function addShift({ startTime, value, hadRecentInput, sources }) {
  if (hadRecentInput) return
  const isNew = startTime - shifts.lastAt > 1000 || startTime - shifts.startedAt > 5000
  if (isNew) Object.assign(shifts, { startedAt: startTime, sum: 0 })
  shifts.lastAt = startTime
  shifts.sum += value
  entries.shift = Math.max(entries.shift, shifts.sum)
  for (const { node } of sources) entries.shifted.push(`${node?.nodeName} ${node?.className}`.slice(0, 80))
}

function observe(type, take, more) {
  const observer = new PerformanceObserver((list) => {
    entries.lastAt = performance.now()
    for (const entry of list.getEntries()) take(entry)
  })
  observer.observe({ type, buffered: true, ...more })
}

observe('largest-contentful-paint', ({ startTime }) => (entries.lcp = startTime))
observe('layout-shift', addShift)
observe('event', ({ interactionId, name, duration }) => interactionId > 0 && entries.events.push({ name, duration }), {
  durationThreshold: 16,
})
observe('first-input', ({ name, duration }) => entries.events.push({ name, duration }))

/** Whether the page answers to keys and clicks, because React has hydrated it. */
function isListening() {
  const drawn = document.querySelector('#main :is(h1, h2, p)')
  return drawn === null || Object.keys(drawn).some((key) => key.startsWith('__react'))
}

globalThis.veritasVitals = {
  /** Resolves to the vitals once the page has painted, is hydrated, and was quiet for `quietMs`. */
  async settled(quietMs) {
    const isPainted = () => entries.lcp > 0 || performance.now() > patienceMs
    const isAtRest = () =>
      document.readyState === 'complete' &&
      isListening() &&
      isPainted() &&
      performance.now() - entries.lastAt >= quietMs
    while (!isAtRest()) await new Promise((resolve) => setTimeout(resolve, 50))
    const [navigation] = performance.getEntriesByType('navigation')
    const { lcp, shift, shifted } = entries
    return { lcp, shift, shifted: [...new Set(shifted)], firstByte: navigation.responseStart }
  },

  /** The longest interaction since the last call, from the key or click to the next frame; 16 if none took longer. */
  async slowest() {
    await new Promise((resolve) => setTimeout(resolve, 250))
    return Math.max(16, ...entries.events.splice(0).map(({ duration }) => duration))
  },
}
