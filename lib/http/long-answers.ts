import type { Scope } from '@/lib/contracts/contract'
import { authorizeProject } from '@/lib/operations/authorize'
import type { Actor, Context } from '@/lib/operations/context'
import { AppError } from '@/lib/operations/errors'
import { type Reader, readerOf, watchReader } from '@/lib/operations/live/watch-readers'
import { processWide } from '@/lib/process-wide'

type Lines = AsyncIterableIterator<string>

/** Long answers that a key or a person reads at once from this process: each takes as much of it as its reader can take. */
export const READ_AT_ONCE = 6
const RETRY_AFTER_S = 5

/**
 * Breaks off lines of a project whose reader loses access while they are read, which a slow reader could delay without end.
 * @throws AppError rate_limited for a reader who reads as many already
 */
export async function whileAllowed(lines: Lines, ctx: Context, scope: Scope): Promise<Lines> {
  if (scope === 'public' || scope === 'session') return lines
  const { project } = await authorizeProject(ctx, scope)
  return counted(untilEnded(lines, readerOf(ctx.actor, project.id, scope)), ctx)
}

async function* untilEnded(lines: Lines, reader: Reader): AsyncGenerator<string> {
  let isOver = false
  const watch = watchReader(reader, () => {
    isOver = true
  })
  try {
    for await (const line of lines) {
      if (isOver) throw new AppError('forbidden', 'your access ended while this was sent')
      yield line
    }
  } finally {
    watch.stop()
  }
}

/** Takes a place for the lines until they end, or the reader leaves, who may not have begun. */
function counted(lines: Lines, { actor, signal }: Context): Lines {
  const end = takePlace('veritasLongAnswers', callerOf(actor), { own: READ_AT_ONCE })
  if (typeof end === 'string')
    throw new AppError(
      'rate_limited',
      `${READ_AT_ONCE} long answers are being sent to you already: let one of them end`,
      [],
      RETRY_AFTER_S,
    )
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      try {
        const result = await lines.next()
        if (result.done) end()
        return result
      } catch (error) {
        end()
        throw error
      }
    },
    async return() {
      end()
      await lines.return?.()
      return { done: true, value: undefined }
    },
  }
}

function callerOf(actor: Actor): string {
  if (actor.kind === 'key') return actor.keyId
  return actor.kind === 'user' ? actor.userId : actor.kind
}

/**
 * Takes one of the places of an owner, and of all, in this process. Returns what gives it back, also if called again; `own` or `all` if none of
 * these is free.
 */
export function takePlace(
  name: Parameters<typeof processWide>[0],
  owner: string,
  most: { own: number; all?: number },
): (() => void) | 'own' | 'all' {
  const taken = processWide(name, () => new Set<{ owner: string }>())
  if ([...taken].filter((place) => place.owner === owner).length >= most.own) return 'own'
  if (taken.size >= (most.all ?? Number.POSITIVE_INFINITY)) return 'all'
  const place = { owner }
  taken.add(place)
  return () => void taken.delete(place)
}
