import { type Db, getDb } from '@/lib/db/client'
import { type Payload, Prisma } from '@/lib/db/generated/client'
import { columnNamed, tableOf } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { readTexts } from '../payloads/fill'
import { removeNextGone } from '../payloads/release'
import type { MovedTable } from '../payloads/value'

const BATCH = 50
const BATCH_BYTES = 16 * 1024 * 1024

type Options = { onBack?: (values: number) => void; signal?: AbortSignal | undefined }

/**
 * Moves every value of every project from the payload store back into its row and removes the object. Can be interrupted at any time and
 * resumed; the server may run meanwhile if it does not move values out. `onBack` gets the number of values so far.
 * @throws Error naming what the store is missing
 */
export async function bringBack(
  db: Db,
  clock: () => Date,
  { onBack = () => {}, signal }: Options = {},
): Promise<{ values: number; bytes: number }> {
  const moved = { values: 0, bytes: 0 }
  for (const { id: projectId } of await db.project.findMany({ select: { id: true } })) {
    for (;;) {
      signal?.throwIfAborted()
      const page = await nextPage(db, projectId)
      if (page.length === 0) break
      const texts = await readTexts(page)
      await inTransaction({ db }, async (tx) => {
        for (const [place, payload] of page.entries()) await tx.$executeRaw(putBack(payload, texts[place] ?? ''))
        const objects = page.map(({ object }) => object)
        await tx.payload.updateMany({
          where: { projectId, object: { in: objects }, goneAt: null },
          data: { goneAt: clock() },
        })
      })
      moved.values += page.length
      moved.bytes += page.reduce((sum, { bytes }) => sum + bytes, 0)
      onBack(moved.values)
    }
    while ((await removeNextGone(db, projectId, clock())) > 0);
  }
  return moved
}

/** The same for this process's database, which is closed afterwards. */
export async function bringAllBack(options: Options): Promise<{ values: number; bytes: number }> {
  const db = getDb()
  try {
    return await bringBack(db, () => new Date(), options)
  } finally {
    await db.$disconnect()
  }
}

async function nextPage(db: Db, projectId: string): Promise<Payload[]> {
  const rows = await db.payload.findMany({
    where: { projectId, goneAt: null },
    orderBy: [{ runId: 'asc' }, { object: 'asc' }],
    take: BATCH,
  })
  let bytes = 0
  return rows.filter((row, place) => {
    bytes += row.bytes
    return place === 0 || bytes <= BATCH_BYTES
  })
}

/** Only writes if the row still has the stand-in: a run that was replaced meanwhile has its own value. */
function putBack({ projectId, runId, nodeId, field, object }: Payload, text: string): Prisma.Sql {
  const table: MovedTable = nodeId === null ? 'run' : 'nodeRun'
  const column = Prisma.raw(`"${columnNamed(table, field)}"`)
  const own =
    nodeId === null ? Prisma.sql`id = ${runId}::uuid` : Prisma.sql`run_id = ${runId}::uuid AND node_id = ${nodeId}`
  return Prisma.sql`
    UPDATE ${tableOf(table)} SET ${column} = ${text}::json
    WHERE project_id = ${projectId}::uuid AND ${own} AND strpos(${column}::text, ${object}) > 0`
}
