import type { GateDetail } from '@/lib/contracts/gates'
import { gatePermissions } from '@/lib/engine/gate-states/permissions'
import { scopeRefusal } from '../authorize'
import type { ProjectContext } from '../context'
import { gateActorOf } from './gate-actor'
import type { Standing } from './gate-standing'
import { refusalError } from './refusal-error'

type Permission = GateDetail['mayDecide']
type Permissions = Pick<GateDetail, 'mayDecide' | 'mayExtend' | 'mayMove' | 'mayUndo'>

/**
 * What who asks may do with the gate now, and why not: first the scope that all of it takes, then the gate's states, as an
 * attempt would be refused, with the same words.
 */
export function permissionsOf(
  { actor, role }: Pick<ProjectContext, 'actor' | 'role'>,
  standing: Standing,
): Permissions {
  const withoutScope = scopeRefusal(actor, role, 'decide')
  const refusals = gatePermissions(standing.status, gateActorOf(actor), standing.facts)
  const permit = (refusal: keyof typeof refusals): Permission => {
    const refused = refusals[refusal]
    const error = withoutScope ?? (refused && refusalError(refused, standing))
    return { allowed: error === null, why: error?.message ?? null }
  }
  return { mayDecide: permit('decide'), mayExtend: permit('extend'), mayMove: permit('move'), mayUndo: permit('undo') }
}
