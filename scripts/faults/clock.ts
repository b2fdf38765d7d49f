import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '@/lib/api/call'
import { getGate, openGate } from '@/lib/contracts/gates'
import { addReviews, nextReviews } from '@/lib/contracts/review-queue'
import { listRuns } from '@/lib/contracts/runs'
import { seededRng } from '@/lib/engine/stats/random'
import type { Goal } from '../bench/report'
import { runBodyMaker } from '../bench/run-bodies'
import { type Account, signIn } from '../testing/people'
import { asPerson } from './deciders'
import { examine, wholeGoals } from './examine'
import { type FaultDesk, openFaultDesk, readyAfter } from './fault-desk'
import { type Found, makeFolder, makeScene, removeFolder, type Scene } from './scene'
import { batchOf, deliver, newLedger } from './senders'

const HOUR_S = 3_600
// More than the limit of deliveries in ten seconds, sent over a longer time.
const BURST = 650

/** Sets the clock of a server and its database forwards and back. */
export async function runClockSteps(seed: number): Promise<Found> {
  const library = findFaketime()
  if (!library) return { section: null, skipped: 'libfaketime is not installed (Debian: apt-get install faketime)' }
  const folder = makeFolder('faults-clock')
  const clock = path.join(folder, 'clock')
  const setClock = (offsetS: number) =>
    writeFileSync(clock, `${offsetS < 0 ? '-' : '+'}${Math.abs(offsetS)}`, { mode: 0o644 })
  setClock(0)
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
  const desk = await openFaultDesk({ environment })
  try {
    return await stepThrough(desk, setClock, seed)
  } finally {
    await desk.stop()
    removeFolder(folder)
  }
}

async function stepThrough(desk: FaultDesk, setClock: (offsetS: number) => void, seed: number): Promise<Found> {
  const { baseUrl } = desk
  const scene = await makeScene({ baseUrl, databaseUrl: desk.databaseUrl(), project: 'clock', senders: 1, deciders: 2 })
  const ledger = newLedger()
  const goals: Goal[] = []
  const rows: string[][] = []
  const hold = (aim: string, isMet: boolean, measured: string) => goals.push({ aim, isMet, measured })
  const runs = runBodyMaker(seededRng(seed), `c${seed}`, new Date())
  const asked = asks(desk, scene)

  const step = async (name: string, offsetS: number) => {
    setClock(offsetS)
    const readyMs = await readyAfter(baseUrl, 60_000)
    const before = ledger.acknowledged.size
    for (let count = 0; count < 30; count++) {
      await deliver(baseUrl, scene.keys[0] ?? '', batchOf([runs()]), ledger)
    }
    rows.push([name, readyMs === null ? 'no' : 'yes', String(ledger.acknowledged.size - before)])
  }

  await step('unchanged', 0)
  const soon = await asked.gate(1)
  const late = await asked.gate(24)
  const [first, second] = scene.people
  const leased = await asked.review(first)

  await step('two hours ahead', 2 * HOUR_S)
  hold('a deadline that has passed times out', await asked.becomes(soon, 'timed_out'), await asked.state(soon))
  hold('a later deadline stays pending', (await asked.state(late)) === 'pending', await asked.state(late))
  hold('a session of two hours is still valid', (await asked.status(first)) === 200, String(await asked.status(first)))
  const taken = await asked.review(second)
  hold(
    'an expired lease is available again',
    taken.some((id) => leased.includes(id)),
    `${leased.length} held, ${taken.length} taken`,
  )

  await step('back to the present', 0)
  hold('a gate that timed out stays so', (await asked.state(soon)) === 'timed_out', await asked.state(soon))
  hold('a session stays valid', (await asked.status(first)) === 200, String(await asked.status(first)))

  await step('half an hour behind', -HOUR_S / 2)
  const listed = await asked.listed()
  const isWhole = listed.length === ledger.acknowledged.size && new Set(listed).size === listed.length
  hold(
    'every run is listed once',
    isWhole,
    `${new Set(listed).size} in ${listed.length} rows, ${ledger.acknowledged.size} acknowledged`,
  )

  // Last used at two hours ahead, so it is valid until fourteen.
  await step('fifteen hours ahead', 15 * HOUR_S)
  hold(
    'a session unused for twelve hours has ended',
    (await asked.status(first)) === 401,
    String(await asked.status(first)),
  )
  const renewed = { ...scene.people[0], cookie: await signIn(baseUrl, scene.people[0] as Account) }
  hold('signing in works', (await asked.status(renewed)) === 200, String(await asked.status(renewed)))

  await step('back to the present', 0)
  hold(
    'a session from the future is accepted or refused',
    [200, 401].includes(await asked.status(renewed)),
    String(await asked.status(renewed)),
  )
  await signIn(baseUrl, scene.people[1] as Account)
  const burst = await asked.burst(BURST)
  hold('rate limits count from the present', burst === 0, `${burst} of ${BURST} refused`)
  const quick = await asked.gate(0.005)
  hold('a deadline of 18 s still times out', await asked.becomes(quick, 'timed_out'), await asked.state(quick))

  const found = await examine({ databaseUrl: desk.databaseUrl(), projectId: scene.projectId, ledger })
  goals.push(...wholeGoals(found))
  hold('every delivery is acknowledged', ledger.faults.length === 0, ledger.faults[0] ?? `${ledger.retried} sent again`)
  return {
    section: {
      title: 'The clock set forwards and back',
      method: 'libfaketime moves the wall clock of the app and of the database; monotonic clocks continue.',
      columns: ['the clock', 'ready', 'acknowledged'],
      rows,
      goals,
    },
  }
}

type Somebody = { cookie: string } | undefined

/** The requests and checks of each step. */
function asks({ baseUrl }: FaultDesk, { keys: [key = ''], project }: Scene) {
  const asKey = { baseUrl, apiKey: key }
  const as = (person: Somebody) => ({ baseUrl, project, fetch: asPerson(baseUrl, { cookie: person?.cookie ?? '' }) })
  const state = async (gateId: string) => (await call(getGate, { gateId }, asKey)).gate.state
  const newest = async () => (await call(listRuns, { limit: 5 }, asKey)).runs.map((run) => run.id)
  let turn = 0
  return {
    state,
    async gate(deadlineHours: number): Promise<string> {
      const [runId = ''] = (await newest()).slice(turn++ % 5)
      return (await call(openGate, { runId, question: 'Good?', deadlineHours }, asKey)).gate.id
    },
    async becomes(gateId: string, wanted: string): Promise<boolean> {
      for (let tries = 0; tries < 240; tries++) {
        if ((await state(gateId)) === wanted) return true
        await sleep(500)
      }
      return false
    },
    async review(person: Somebody): Promise<string[]> {
      const runIds = (await newest()).slice(0, 2)
      if (person) await call(addReviews, { runIds }, as(person)).catch(() => undefined)
      return (await call(nextReviews, { count: 5 }, as(person))).items.map(({ runId }) => runId)
    },
    status: async (person: Somebody) =>
      (
        await fetch(`${baseUrl}/api/v1/status?project=${project}`, {
          headers: { cookie: person?.cookie ?? '', origin: baseUrl },
        })
      ).status,
    async listed(): Promise<string[]> {
      const ids: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await call(listRuns, { limit: 20, ...(cursor && { cursor }) }, asKey)
        ids.push(...page.runs.map((run) => run.clientId))
        cursor = page.next
      }
      return ids
    },
    /** Returns how many of so many deliveries the rate limit refuses. */
    async burst(count: number): Promise<number> {
      let refused = 0
      for (let sent = 0; sent < count; sent++) {
        const answer = await fetch(`${baseUrl}/api/v1/runs`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: '{}',
        })
        if (answer.status === 429) refused++
        await answer.arrayBuffer()
        await sleep(20)
      }
      return refused
    },
  }
}

function findFaketime(): string | null {
  if (process.platform !== 'linux') return null
  const folders = ['/usr/lib', '/usr/local/lib', '/usr/lib64'].filter(existsSync)
  const nested = folders.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
  const files = [...folders, ...nested].map((folder) => path.join(folder, 'faketime', 'libfaketime.so.1'))
  return files.find(existsSync) ?? null
}
