import type { Tx } from '@/lib/db/client'
import { audit } from '../audit'
import type { ProjectContext } from '../context'
import { notify } from '../notifications/notify'
import { changeGate } from './change-gate'
import type { Standing } from './gate-standing'
import { toNotice } from './tell-people'

type Move = { kind: 'assigned'; to: string | null } | { kind: 'escalated'; to: string; reason: string }
type Told = (title: string) => { userIds: readonly string[]; text: string }

/** Gives a gate another owner, on record, and tells who gets it. */
export async function moveOwner(tx: Tx, ctx: ProjectContext, gateId: string, move: Move, toTell: Told): Promise<void> {
  const { gate, standing } = await changeGate(tx, ctx, gateId, move, (before, seen) => ({
    data: {
      ownerId: move.to === 'admins' ? null : move.to,
      escalatedTo: move.kind === 'escalated' ? move.to : null,
    },
    before: { owner: nameOf(seen, before.escalatedTo === 'admins' ? 'admins' : before.ownerId) },
    after: { owner: nameOf(seen, move.to) },
  }))
  const { userIds, text } = toTell(gate.title)
  await notify(tx, gate.projectId, [toNotice(gate, 'gate_assigned', text, userIds)], ctx.now())
  const after = { ...move, owner: nameOf(standing, move.to) }
  await audit(tx, ctx, `gate.${move.kind}`, `gate:${gateId}`, { owner: nameOf(standing, gate.ownerId) }, after)
}

function nameOf({ deciders }: Standing, owner: string | null): string | null {
  if (owner === 'admins') return 'the admins'
  return deciders.people.find((person) => person.userId === owner)?.name ?? null
}
