import type { Tx } from '@/lib/db/client'
import { mayVote } from '@/lib/engine/gate-states/count-approvals'
import type { Notice } from '../notifications/notify'
import { notifyOpened } from '../notifications/notify-opened'
import { loadDecidersOf } from './deciders'
import type { Standing } from './gate-standing'

type OpenedGate = { id: string; chainId: string; versionId: string; title: string; openedById?: string | undefined }

/** Tells those who may decide that gates wait for them; who opened one knows. */
export async function tellOpened(tx: Tx, projectId: string, gates: readonly OpenedGate[], now: Date): Promise<void> {
  const deciders = await loadDecidersOf(
    tx,
    projectId,
    gates.map((gate) => gate.chainId),
  )
  const versions = await tx.chainVersion.findMany({
    where: { projectId, id: { in: gates.map((gate) => gate.versionId) } },
    select: { id: true, authorId: true },
  })
  const authors = new Map(versions.map((version) => [version.id, version.authorId]))
  const opened = gates.map((gate) => ({
    gate,
    userIds: (deciders.get(gate.chainId)?.people ?? [])
      .map((person) => person.userId)
      .filter((userId) => userId !== gate.openedById && userId !== authors.get(gate.versionId)),
  }))
  return notifyOpened(tx, projectId, opened, now)
}

type NamedGate = { id: string; title: string }

/** A notice about one gate, which it leads to. */
export function toNotice({ id }: NamedGate, kind: Notice['kind'], text: string, userIds: Iterable<string>): Notice {
  return { userIds, kind, text, link: `/gates/${id}` }
}

/** Whom an outcome concerns: the author of the version, its owner and those who voted, without the one who knows. */
export function concernedBy({ status, facts }: Standing, without: string | null): Set<string> {
  const people = new Set([...facts.authorIds, ...status.votes.map((vote) => vote.userId)])
  if (status.ownerId !== null) people.add(status.ownerId)
  if (without !== null) people.delete(without)
  return people
}

/** Everyone who may decide the gate now. */
export function eligible({ deciders, facts }: Standing): string[] {
  return deciders.people.map((person) => person.userId).filter((userId) => mayVote(userId, facts))
}
