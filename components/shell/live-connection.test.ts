import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLiveConnection } from './live-connection'

class Page extends EventTarget {
  visibilityState = 'visible'
  show(state: 'visible' | 'hidden') {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

class Source extends EventTarget {
  static readonly CLOSED = 2
  readyState = 1
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    sources.push(this)
  }
  close() {
    this.readyState = Source.CLOSED
  }
}

let sources: Source[] = []
let page = new Page()
let network = new EventTarget()
const openOnes = () => sources.filter(({ readyState }) => readyState !== Source.CLOSED)
const ignore = () => undefined
const start = (told: Partial<Parameters<typeof openLiveConnection>[0]> = {}) =>
  openLiveConnection({
    project: 'desk',
    since: '5-here',
    onState: ignore,
    onEvent: ignore,
    onGap: ignore,
    onServerTime: ignore,
    onRefused: ignore,
    ...told,
  })

beforeEach(() => {
  sources = []
  page = new Page()
  network = new EventTarget()
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', network)
  vi.stubGlobal('EventSource', Source)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('is not held by a tab that was opened in the background, until it is looked at', () => {
  page.visibilityState = 'hidden'
  const end = start()
  expect(openOnes()).toHaveLength(0)
  page.show('visible')
  expect(openOnes().map(({ url }) => url)).toEqual(['/api/v1/events?project=desk&since=5-here'])
  end()
  expect(openOnes()).toHaveLength(0)
})

it('is given up by a tab that stays hidden, and opened again when it is seen', () => {
  const end = start()
  page.show('hidden')
  expect(openOnes()).toHaveLength(1)
  vi.advanceTimersByTime(10_000)
  expect(openOnes()).toHaveLength(0)
  page.show('visible')
  expect(openOnes()).toHaveLength(1)
  end()
})

it('is opened again when the network comes back, since a cut connection may stay silent', () => {
  const end = start()
  network.dispatchEvent(new Event('online'))
  expect(sources).toHaveLength(2)
  expect(openOnes()).toEqual([sources[1]])
  end()
  network.dispatchEvent(new Event('online'))
  expect(openOnes()).toHaveLength(0)
})

it('is opened again when it has been silent for three heartbeats, from where it was heard last', () => {
  const states: string[] = []
  const end = start({ onState: (state) => states.push(state) })
  const hear = (kind: string, lastEventId: string) =>
    openOnes()[0]?.dispatchEvent(new MessageEvent(kind, { data: '{"isComplete":true}', lastEventId }))
  hear('ready', '6-here')
  vi.advanceTimersByTime(40_000)
  hear('here', '7-here')
  vi.advanceTimersByTime(40_000)
  expect(sources).toHaveLength(1)
  vi.advanceTimersByTime(10_000)
  expect(openOnes().map(({ url }) => url)).toEqual(['/api/v1/events?project=desk&since=7-here'])
  expect(states).toEqual(['connected', 'reconnecting'])
  end()
  vi.advanceTimersByTime(100_000)
  expect(sources).toHaveLength(2)
})

it('is not opened by a silence while the tab is hidden', () => {
  const end = start()
  page.show('hidden')
  vi.advanceTimersByTime(100_000)
  expect(openOnes()).toHaveLength(0)
  end()
})

it('is opened anew where the browser shows again a page that it kept', () => {
  const end = start()
  network.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(sources).toHaveLength(1)
  network.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(sources).toHaveLength(2)
  expect(openOnes()).toEqual([sources[1]])
  end()
  network.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(openOnes()).toHaveLength(0)
})

it.each([
  ['{"isComplete":true}', true],
  ['{"isComplete":false}', false],
  ['{"isComplete":false,"isNew":true}', false],
  ['{"isComplete":"true"}', false],
  ['null', false],
  ['true', false],
  ['nonsense', false],
])('a stream that says %s is complete: %s; after any other everything is fetched again', (data, isComplete) => {
  const onGap = vi.fn()
  start({ onGap })
  openOnes()[0]?.dispatchEvent(new MessageEvent('ready', { data, lastEventId: '6-here' }))
  expect(onGap).toHaveBeenCalledTimes(isComplete ? 0 : 1)
})

it('tells the time of the server, whatever the clock of the reader says', () => {
  const onServerTime = vi.fn()
  start({ onServerTime })
  for (const lastEventId of ['1764547200000-here', 'nonsense'])
    openOnes()[0]?.dispatchEvent(new MessageEvent('ready', { data: '{}', lastEventId }))
  expect(onServerTime.mock.calls).toEqual([[1764547200000]])
})

it('tells of events that this page knows, and of nothing else', () => {
  const onEvent = vi.fn()
  start({ onEvent })
  const event = { project: '01a1fcff-9df2-74bc-af0f-01d757eda82c', topic: 'runs' }
  for (const data of [JSON.stringify(event), '{"topic":"other"}', 'nonsense'])
    openOnes()[0]?.dispatchEvent(new MessageEvent('change', { data }))
  expect(onEvent.mock.calls).toEqual([[event]])
})
