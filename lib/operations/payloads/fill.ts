import type { Db, Tx } from '@/lib/db/client'
import type { Payload } from '@/lib/db/generated/client'
import { log } from '@/lib/log'
import { AppError } from '../errors'
import { forEachConcurrently } from './for-each-concurrently'
import type { PayloadStore } from './store'
import { payloadStore } from './the-store'
import { keyOf, MOVED_FIELDS, type MovedTable, objectOf, unpack } from './value'

/** Rows as read from the database, with any of the movable fields. */
type ReadRows = {
  runs: readonly ({ id: string } & object)[]
  nodes?: readonly ({ runId: string; nodeId: string } & object)[]
}

/** A value that could not be read from the payload store and is null in its row. */
export type UnreadValue = {
  nodeId: string | null
  runId: string
  field: string
  bytes: number
  movedAt: Date
  why: 'away' | 'lost'
}

type Place = { row: Record<string, unknown>; runId: string; nodeId: string | null; field: string; object: string }
type Found = Place & { payload: Payload }

const AT_ONCE = 8
const RETRY_S = 30
/** A page does not wait longer than this for a store that hangs. */
const PAGE_MS = 3000

/**
 * Replaces stand-ins in rows by their values from the payload store. Free if the rows have none.
 * @throws AppError unavailable if a value cannot be read, since nothing may be computed from an incomplete run
 */
export async function fillPayloads(db: Db | Tx, projectId: string, rows: ReadRows): Promise<void> {
  const [unread] = await fillReadablePayloads(db, projectId, rows, {})
  if (unread) throw unreadable(unread.why)
}

/** 503 for a run whose values cannot be read, to be tried again in half a minute. */
export const unreadable = (why: UnreadValue['why']) =>
  new AppError(
    'unavailable',
    why === 'away'
      ? 'Values of this run are kept in the payload store, which does not answer.'
      : 'Values of this run are kept in the payload store, which does not give them as they were written.',
    [],
    RETRY_S,
  )

/** A value in the payload store, of a node or of the run itself. `bytes`: the size of its JSON text. */
export type Apart = Pick<Payload, 'nodeId' | 'field' | 'bytes'>

/** `choose` selects which values are read; the others become null. `isPage`: a user is waiting, so the timeout is short. */
type Choice = { choose?: (values: readonly Apart[]) => (value: Apart) => boolean; isPage?: boolean }

/** Like {@link fillPayloads}, but for display: values that cannot be read become null and are returned. */
export async function fillReadablePayloads(
  db: Db | Tx,
  projectId: string,
  rows: ReadRows,
  { choose = () => () => true, isPage = false }: Choice,
): Promise<UnreadValue[]> {
  const places = placesOf(rows)
  if (places.length === 0) return []
  const found = await findPayloads(db, projectId, places)
  const isWanted = choose(found.map(({ payload }) => payload))
  const store = await payloadStore()
  const unread: UnreadValue[] = []
  let isAway = store === null
  const one = async ({ row, runId, nodeId, field, payload }: Found) => {
    row[field] = null
    if (!isWanted(payload)) return
    const outcome = isAway || !store ? 'away' : await read(store, payload, isPage)
    if (typeof outcome === 'object') row[field] = outcome.value
    else unread.push({ runId, nodeId, field, bytes: payload.bytes, movedAt: payload.movedAt, why: outcome })
    // After one timeout the store is not asked again.
    isAway ||= outcome === 'away'
  }
  await forEachConcurrently(AT_ONCE, found, one)
  return unread
}

function placesOf({ runs = [], nodes = [] }: ReadRows): Place[] {
  const of = (table: MovedTable, row: object, name: Pick<Place, 'runId' | 'nodeId'>): Place[] => {
    const values = row as Record<string, unknown>
    return MOVED_FIELDS[table].flatMap((field) => {
      const object = objectOf(values[field])
      return object === null ? [] : [{ row: values, ...name, field, object }]
    })
  }
  return [
    ...runs.flatMap((row) => of('run', row, { runId: row.id, nodeId: null })),
    ...nodes.flatMap((row) => of('nodeRun', row, { runId: row.runId, nodeId: row.nodeId })),
  ]
}

/**
 * Returns the places whose value is in the payload store. A row that changed since it was read is read again; text that still looks like a
 * stand-in was sent by a client.
 */
async function findPayloads(db: Db | Tx, projectId: string, places: readonly Place[]): Promise<Found[]> {
  const first = await match(db, projectId, places)
  const rest = places.filter((place) => !first.some(({ row, field }) => row === place.row && field === place.field))
  if (rest.length === 0) return first
  await readAgain(db, projectId, rest)
  const again = rest.flatMap((place) => {
    const object = objectOf(place.row[place.field])
    return object === null || object === place.object ? [] : [{ ...place, object }]
  })
  return [...first, ...(await match(db, projectId, again))]
}

async function match(db: Db | Tx, projectId: string, places: readonly Place[]): Promise<Found[]> {
  if (places.length === 0) return []
  const payloads = await db.payload.findMany({
    where: {
      projectId,
      runId: { in: [...new Set(places.map(({ runId }) => runId))] },
      object: { in: places.map(({ object }) => object) },
      goneAt: null,
    },
  })
  const byObject = new Map(payloads.map((payload) => [payload.object, payload]))
  return places.flatMap((place) => {
    const payload = byObject.get(place.object)
    const isOwn = payload?.runId === place.runId && payload.nodeId === place.nodeId && payload.field === place.field
    return payload && isOwn ? [{ ...place, payload }] : []
  })
}

async function readAgain(db: Db | Tx, projectId: string, places: readonly Place[]): Promise<void> {
  const runIds = [...new Set(places.map(({ runId }) => runId))]
  const [runs, nodes] = await Promise.all([
    db.run.findMany({ where: { projectId, id: { in: runIds } } }),
    db.nodeRun.findMany({ where: { projectId, runId: { in: runIds } } }),
  ])
  for (const { row, runId, nodeId, field } of places) {
    const now: object | undefined =
      nodeId === null
        ? runs.find(({ id }) => id === runId)
        : nodes.find((node) => node.runId === runId && node.nodeId === nodeId)
    row[field] = new Map<string, unknown>(Object.entries(now ?? {})).get(field) ?? null
  }
}

async function read(
  store: PayloadStore,
  payload: Payload,
  isPage: boolean,
): Promise<{ value: unknown } | UnreadValue['why']> {
  const key = keyOf(payload)
  let packed: Buffer | null
  try {
    packed = await store.get(key, { maxBytes: payload.stored, ...(isPage && { timeoutMs: PAGE_MS }) })
  } catch (error) {
    log.warn({ err: error, key }, 'a value in the payload store could not be read')
    return 'away'
  }
  try {
    if (packed === null) throw new Error('there is no such object')
    return { value: JSON.parse(await unpack(packed, payload)) }
  } catch (error) {
    log.error({ err: error, key }, 'a value in the payload store is not as it was written')
    return 'lost'
  }
}

/** Returns the exact JSON texts of these values, in their order. @throws Error naming what is missing */
export async function readTexts(payloads: readonly Omit<Payload, 'goneAt'>[]): Promise<string[]> {
  if (payloads.length === 0) return []
  const store = await payloadStore()
  if (!store) throw new Error('values are kept in the payload store, which is not set: PAYLOAD_STORE_URL is missing')
  const texts: string[] = []
  for (let at = 0; at < payloads.length; at += AT_ONCE)
    texts.push(
      ...(await Promise.all(
        payloads.slice(at, at + AT_ONCE).map(async (payload) => {
          const key = keyOf(payload)
          const packed = await store.get(key, { maxBytes: payload.stored })
          if (!packed) throw new Error(`the payload store has no object ${key}`)
          return unpack(packed, payload).catch((error: unknown) => {
            throw new Error(`the object ${key} of the payload store is not what was written`, { cause: error })
          })
        }),
      )),
    )
  return texts
}
