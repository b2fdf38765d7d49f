import { z } from 'zod'
import { contract } from './contract'
import { gateDetail } from './gates'
import { id, isoTime, plainText } from './primitives'

const reason = plainText(10_000).min(1)

export const extendGate = contract({
  name: 'gates.extend',
  tag: 'gates',
  summary:
    'Move the deadline of a pending gate, by at most 7 days at a time and 90 days in all. Only who may decide the gate.',
  scope: 'decide',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/gates/{gateId}/extension',
  input: z.strictObject({
    gateId: id,
    deadlineAt: isoTime.describe('The new deadline, later than the present one'),
    reason,
  }),
  output: gateDetail,
})

export const assignGate = contract({
  name: 'gates.assign',
  tag: 'gates',
  summary: 'Give a pending gate to somebody who may decide it, or to nobody. Others may still decide it.',
  scope: 'decide',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/gates/{gateId}/assignment',
  input: z.strictObject({ gateId: id, userId: id.nullable().describe('The new owner; null for nobody') }),
  output: gateDetail,
})

export const escalateGate = contract({
  name: 'gates.escalate',
  tag: 'gates',
  summary: 'Move a pending gate to another owner, or to the admins of the project, with a reason. Nothing is decided.',
  scope: 'decide',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/gates/{gateId}/escalation',
  input: z.strictObject({ gateId: id, to: z.union([z.literal('admins'), id]), reason }),
  output: gateDetail,
})
