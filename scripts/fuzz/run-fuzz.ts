import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { isRecord } from '@/lib/contracts/is-record'
import { openDatabase } from '../bench/bench-project'
import type { Section } from '../bench/report'
import { print } from '../provision/progress'
import type { BuiltDesk } from '../testing/built-desk'
import { type Changes, watchChanges } from './changes'
import { makeRequest } from './requests'
import { makeScene, readNames, type Scene } from './scene'
import { type Answer, type FuzzRequest, send } from './send'

export type FuzzOptions = { cases: number; seed: number; only?: number | undefined }

const SLOW_MS = 2_000
const BLOCKED_MS = 200
const TRIES = 3
const FRESH_NAMES_EVERY = 200

type Fault = {
  number: number
  what: 'fault' | 'slow' | 'blocked' | 'stored' | 'reached' | 'unnamed'
  request: FuzzRequest
  detail: string
}
type Figures = { statuses: Map<number, number>; slowestMs: number; blockedMs: number; faults: Fault[]; scenes: number }

/** Sends mutated requests one by one, and watches the effects of each. */
export async function runFuzz(
  desk: BuiltDesk,
  { cases, seed, only }: FuzzOptions,
  stop: AbortSignal,
): Promise<Section> {
  const db = openDatabase(desk.databaseUrl)
  const making = { db, baseUrl: desk.baseUrl, databaseUrl: desk.databaseUrl }
  const figures: Figures = { statuses: new Map(), slowestMs: 0, blockedMs: 0, faults: [], scenes: 1 }
  let scene = await makeScene(making, figures.scenes)
  const changes = await watchChanges(desk.databaseUrl)
  const loop = watchEventLoop(desk.baseUrl, desk.appPid)
  const numbers = only === undefined ? Array.from({ length: cases }, (_, number) => number) : [only]
  try {
    for (const number of numbers) {
      if (stop.aborted) break
      if (number % FRESH_NAMES_EVERY === 0 && number > 0) {
        if (!(await isEveryoneLetIn(desk.baseUrl, scene))) scene = await makeScene(making, ++figures.scenes)
        Object.assign(scene.scenery, await readNames(making, scene.projectId, scene.otherId))
      }
      const request = makeRequest(seed, number, scene.scenery)
      if (only !== undefined) print(show(request))
      const found = await tryCase({ baseUrl: desk.baseUrl, scene, changes, loop, request, figures })
      if (only !== undefined) print(`\n${found.answer.status} ${found.answer.text.slice(0, 4_000)}`)
      for (const fault of found.faults) {
        figures.faults.push({ number, request, ...fault })
        print(
          `! --seed ${seed}:${number} ${fault.what}: ${request.caller} ${request.method} ${request.path.slice(0, 200)} (${request.subject}): ${fault.detail}`,
        )
      }
      if (number % 500 === 499) print(`· ${number + 1} of ${cases}; ${figures.faults.length} found`)
    }
  } finally {
    await loop.close()
    await changes.close()
    await db.$disconnect()
  }
  return report(figures, seed)
}

type Case = { baseUrl: string; scene: Scene; changes: Changes; loop: EventLoop; request: FuzzRequest; figures: Figures }
type Finding = Pick<Fault, 'what' | 'detail'>

/** Sends one request; findings that do not recur on a retry were caused by load or a background job. */
async function tryCase(one: Case): Promise<{ answer: Answer; faults: Finding[] }> {
  const { figures } = one
  const first = await attempt(one)
  figures.statuses.set(first.answer.status, (figures.statuses.get(first.answer.status) ?? 0) + 1)
  let faults = first.faults
  for (let tries = 1; tries < TRIES && faults.length > 0; tries++) {
    if (faults.every(({ what }) => what === 'unnamed')) break
    // While a job keeps writing, stored rows cannot be attributed to a request.
    if (!(await isQuiet(one.changes))) faults = faults.filter(({ what }) => what !== 'stored')
    const again = await attempt(one)
    faults = faults.flatMap((fault) => {
      const same = again.faults.find(({ what }) => what === fault.what)
      return same ? [same] : []
    })
  }
  if (isTimed(one.request) && !faults.some(({ what }) => what === 'slow') && first.answer.ms < SLOW_MS)
    figures.slowestMs = Math.max(figures.slowestMs, first.answer.ms)
  return { answer: first.answer, faults }
}

async function attempt({
  baseUrl,
  scene,
  changes,
  loop,
  request,
  figures,
}: Case): Promise<{ answer: Answer; faults: Finding[] }> {
  await changes.clear()
  loop.take()
  const answer = await send(baseUrl, request, scene.headersOf(request.caller))
  const blockedMs = loop.take()
  figures.blockedMs = Math.max(figures.blockedMs, blockedMs)
  const faults: Finding[] = []
  const { status, text, ms } = answer
  if (status === 0 || (status >= 500 && !(status === 503 && (answer.retryAfter || request.asksOutside))))
    faults.push({ what: 'fault', detail: `${status} ${text.slice(0, 300)}` })
  const isSlow = isTimed(request) && ms > SLOW_MS
  if (isSlow && (await isCalm(baseUrl, scene))) faults.push({ what: 'slow', detail: `${Math.round(ms)} ms` })
  if (blockedMs > BLOCKED_MS) faults.push({ what: 'blocked', detail: `${blockedMs} ms` })
  if (isRefused(answer)) {
    const stored = await changes.take()
    if (stored.length > 0) faults.push({ what: 'stored', detail: `${status}, and ${stored.join(', ')}` })
  }
  if (request.isForeign && status >= 200 && status < 300)
    faults.push({ what: 'reached', detail: `${status} ${text.slice(0, 200)}` })
  const unnamed = missingFrom(answer, request)
  if (unnamed) faults.push({ what: 'unnamed', detail: unnamed })
  return { answer, faults }
}

/** Whether its answer depends on the desk alone. */
const isTimed = ({ waits, asksOutside }: FuzzRequest) => !waits && !asksOutside

const isRefused = ({ status, text }: Answer) =>
  (status >= 400 && status < 500) || (status === 200 && /"isError":\s*true/.test(text))

/** What a refusal lacks: the standard error shape, or the invalid field's name. */
function missingFrom({ status, text }: Answer, { subject, method }: FuzzRequest): string | null {
  if (status < 400 || status >= 500 || subject.startsWith('otlp') || subject.startsWith('mcp') || method === 'HEAD')
    return null
  const error = parse(text)
  if (
    !isRecord(error) ||
    typeof error.code !== 'string' ||
    typeof error.message !== 'string' ||
    !Array.isArray(error.issues)
  )
    return `${status} is not of the one shape: ${text.slice(0, 200)}`
  if (error.code === 'invalid_input' && error.issues.length === 0) return `${error.message} names no field`
  return null
}

function parse(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return isRecord(body) ? body.error : null
  } catch {
    return null
  }
}

/** Whether the machine is not overloaded: a request that is always fast is fast now. */
async function isCalm(baseUrl: string, { headersOf }: Scene): Promise<boolean> {
  const startedAt = performance.now()
  await (await fetch(`${baseUrl}/api/v1/status`, { headers: headersOf('key') })).arrayBuffer()
  return performance.now() - startedAt < SLOW_MS / 4
}

const QUIET_WITHIN_MS = 60_000

/** Waits until no job writes any more. False if one does not stop. */
async function isQuiet(changes: Changes): Promise<boolean> {
  const startedAt = performance.now()
  let quietTimes = 0
  while (performance.now() - startedAt < QUIET_WITHIN_MS) {
    await sleep(100)
    quietTimes = (await changes.take()).length === 0 ? quietTimes + 1 : 0
    if (quietTimes === 5) return true
  }
  return false
}

/** Whether all callers still have access. */
async function isEveryoneLetIn(baseUrl: string, { scenery, headersOf }: Scene): Promise<boolean> {
  for (const caller of ['key', 'stranger-key', 'admin', 'reviewer', 'viewer'] as const) {
    const project = caller === 'key' || caller === 'stranger-key' ? '' : `?project=${scenery.project}`
    const answer = await fetch(`${baseUrl}/api/v1/status${project}`, { headers: headersOf(caller) })
    if (answer.status !== 200) return false
    if (caller === 'admin' && !(await answer.text()).includes('"admin"')) return false
  }
  return true
}

function show({ caller, method, path, headers, body }: FuzzRequest): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${caller}: ${method} ${path}`, ...head, '', body?.toString('utf8').slice(0, 4_000) ?? ''].join('\n')
}

function report({ statuses, slowestMs, blockedMs, faults, scenes }: Figures, seed: number): Section {
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  const goal = (aim: string, what: Fault['what'], none: string) => {
    const found = faults.filter((fault) => fault.what === what)
    const measured =
      found.length === 0
        ? none
        : `${found.length}: ${found
            .slice(0, 10)
            .map(({ number }) => `${seed}:${number}`)
            .join(', ')}`
    return { aim, measured, isMet: found.length === 0 }
  }
  return {
    title: `${total} mutated requests, seed ${seed}`,
    method: 'Sent one by one; a finding is retried alone, and counts if it recurs each time.',
    columns: ['answer', 'requests'],
    rows: [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => [String(status), String(count)]),
    goals: [
      goal('no answer of 500, no dropped connection', 'fault', 'none'),
      goal('no request over 2 s', 'slow', `the slowest ${Math.round(slowestMs)} ms`),
      goal('event loop never blocked over 200 ms', 'blocked', `at most ${blockedMs} ms`),
      goal(
        'nothing stored by refused requests',
        'stored',
        `nothing, in ${scenes} ${scenes === 1 ? 'scene' : 'scenes'}`,
      ),
      goal('nothing of another project reached', 'reached', 'nothing'),
      goal('every refusal has the standard shape and names its field', 'unnamed', 'all'),
    ],
  }
}

type EventLoop = {
  /** Returns the most CPU time the server's thread used while the probe waited for one answer, since the last call. */
  take: () => number
  close: () => Promise<void>
}

type Heard = { waitedMs: number; workedMs: number }

/** Polls the server from a separate thread, to detect that its event loop is blocked. */
function watchEventLoop(baseUrl: string, pid: number): EventLoop {
  const worker = new Worker(new URL('./probe.mjs', import.meta.url), { workerData: { url: `${baseUrl}/healthz`, pid } })
  let blockedMs = 0
  worker.on('message', ({ waitedMs, workedMs }: Heard) => {
    // If the CPU time is unknown, the whole wait counts.
    blockedMs = Math.max(blockedMs, Number.isNaN(workedMs) ? waitedMs : Math.min(waitedMs, workedMs))
  })
  return {
    take() {
      const taken = blockedMs
      blockedMs = 0
      return Math.round(taken)
    },
    close: async () => void (await worker.terminate()),
  }
}
