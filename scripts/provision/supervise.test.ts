import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { isAlive } from './processes'
import { untilStopped } from './progress'
import { type Part, supervise } from './supervise'

const quick = { delaysMs: [0, 1], forgivenMs: 10_000 }
const patient = { delaysMs: [3_600_000], forgivenMs: 10_000 }
const forever = 'setInterval(() => {}, 1000)'

/** A part with a real process, which is running once it has printed. All of its processes are kept. */
class FakePart implements Part {
  readonly processes: ChildProcess[] = []
  address = 'here'
  onSpawn: (child: ChildProcess) => unknown = () => undefined

  readonly name: string
  readonly needs?: string
  private readonly source: string

  constructor(name: string, needs?: string, source = `console.log('up');${forever}`) {
    this.name = name
    this.needs = needs
    this.source = source
  }

  async start(stop: AbortSignal) {
    const child = spawn(process.execPath, ['-e', this.source], { stdio: ['ignore', 'pipe', 'ignore'] })
    this.processes.push(child)
    const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code))
    const end = async () => {
      child.kill('SIGKILL')
      await ended
    }
    await this.onSpawn(child)
    const isUp = await Promise.race([once(child.stdout, 'data'), ended, untilStopped(stop).then(end)])
    if (!Array.isArray(isUp)) throw new Error(`connect ECONNREFUSED: it ended first (${isUp})`)
    return { address: this.address, ended, stop: end }
  }

  /** Resolves once the process is gone. */
  async die() {
    const { latest } = this
    if (!latest) return
    const gone = once(latest, 'exit')
    latest.kill('SIGKILL')
    await gone
  }

  get latest() {
    return this.processes.at(-1)
  }

  get living() {
    return this.processes.filter(({ pid }) => pid !== undefined && isAlive(pid)).length
  }
}

const stops: AbortController[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort()
})

/** Supervises until `onReady`, called each time all parts run, ends it. */
async function superviseUntil(parts: FakePart[], onReady: (times: number, end: () => void) => void) {
  const stop = new AbortController()
  stops.push(stop)
  let times = 0
  await supervise(parts, stop.signal, { policy: quick, onReady: () => onReady(++times, () => stop.abort()) })
  expect(parts.map(({ living }) => living)).toEqual(parts.map(() => 0))
}

const desk = () => [new FakePart('db'), new FakePart('app', 'db')] as const

test('an app that is killed, and killed again while it starts, is restarted', async () => {
  const [db, app] = desk()
  await superviseUntil([db, app], (times, end) => {
    if (times === 2) return end()
    app.onSpawn = (child) => app.processes.length === 2 && child.kill('SIGKILL')
    app.latest?.kill('SIGKILL')
  })
  expect(app.processes).toHaveLength(3)
  expect(db.processes).toHaveLength(1)
})

test('an app and a database that are killed at the same time are both restarted', async () => {
  const [db, app] = desk()
  await superviseUntil([db, app], (times, end) => {
    if (times === 2) return end()
    for (const part of [app, db]) part.latest?.kill('SIGKILL')
  })
  expect([db.processes.length, app.processes.length]).toEqual([2, 2])
})

test('a database that dies while the app starts is restarted', async () => {
  const [db, app] = desk()
  app.onSpawn = () => app.processes.length === 1 && db.latest?.kill('SIGKILL')
  await superviseUntil([db, app], (_times, end) => {
    if (db.processes.length === 2) end()
  })
  expect(app.processes).toHaveLength(1)
})

test('an app that dies while its database starts is restarted', async () => {
  const [db, app] = desk()
  await superviseUntil([db, app], (times, end) => {
    if (times === 2) return end()
    db.onSpawn = () => app.die()
    db.latest?.kill('SIGKILL')
  })
  expect([db.processes.length, app.processes.length]).toEqual([2, 2])
})

test('a database that returns at another address restarts its app', async () => {
  const [db, app] = desk()
  await superviseUntil([db, app], (times, end) => {
    if (times === 2) return end()
    db.address = 'there'
    db.latest?.kill('SIGKILL')
  })
  expect(app.processes).toHaveLength(2)
})

test('a stop during a backoff ends everything immediately', async () => {
  const [db, app] = desk()
  const stop = new AbortController()
  const onReady = () => {
    // The supervisor must handle the end before the stop.
    app.latest?.once('close', () => setImmediate(() => stop.abort()))
    app.latest?.kill('SIGKILL')
  }
  await supervise([db, app], stop.signal, { policy: patient, onReady })
  expect(app.processes).toHaveLength(1)
  expect([db.living, app.living]).toEqual([0, 0])
})

test('a stop ends a start that never completes', async () => {
  const stop = new AbortController()
  const db = new FakePart('db', undefined, forever)
  db.onSpawn = (child) => child.once('spawn', () => stop.abort())
  await supervise([db], stop.signal, { policy: quick, onReady: () => expect.unreachable() })
  expect(db.living).toBe(0)
})

test('a part with a permanent start failure ends the others, and its error is thrown', async () => {
  const db = new FakePart('db')
  const app: Part = { name: 'app', needs: 'db', start: () => Promise.reject(new TypeError('PORT is a word')) }
  const supervised = supervise([db, app], new AbortController().signal, { policy: quick, onReady: () => undefined })
  await expect(supervised).rejects.toThrow('PORT is a word')
  expect(db.living).toBe(0)
})

test('a part that fails during shutdown is not restarted', async () => {
  const stop = new AbortController()
  const app: Part = {
    name: 'app',
    start: (stopped) =>
      new Promise((_, reject) => stopped.addEventListener('abort', () => reject(new Error('cut off')), { once: true })),
  }
  setImmediate(() => stop.abort())
  await supervise([app], stop.signal, { policy: quick, onReady: () => expect.unreachable() })
})
