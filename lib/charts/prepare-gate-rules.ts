import type { GateDetail } from '@/lib/contracts/gates'
import { approversOf } from '@/lib/format/approvals'
import { formatCount } from '@/lib/format/number'
import type { GateCriterion } from './prepare-gate-policy'

/** The rules about people: how many approve, and who may. */
export function prepareGateRules(detail: Pick<GateDetail, 'gate' | 'votes' | 'deciders'>): GateCriterion[] {
  const { gate, deciders } = detail
  const names = approversOf(detail)
  const isRejected = gate.state === 'rejected'
  return [
    {
      rule: 'Approvals',
      asked:
        gate.quorum === 1 ? '1, not by the author' : `${formatCount(gate.quorum)} by different people, none the author`,
      seen: isRejected
        ? 'rejected'
        : names.length === 0
          ? 'none'
          : `${formatCount(names.length)}, by ${names.join(' and ')}`,
      outcome: !isRejected && names.length >= gate.quorum ? 'pass' : 'fail',
    },
    {
      rule: 'Who decides',
      asked: deciders.listed ? 'listed for the chain' : 'a reviewer or an admin',
      seen: `${formatCount(deciders.people.length)} may`,
      outcome: deciders.people.length >= gate.quorum ? 'pass' : 'fail',
    },
  ]
}
