import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { verifyAudit } from './audit-log/verify'
import { makeBusyDesk } from './testing/desk-acts'
import { findContradictions } from './testing/desk-agrees'
import { type Receiver, startReceiver } from './testing/misbehaving-receiver'
import { findStaleRuns } from './testing/replay-agrees'
import { findDisagreements } from './testing/rollups-agree'
import { toAppError } from './to-app-error'

const ACTS = 80
const EACH = 20
/** What an act may be answered, as others acted before. */
const REFUSALS = ['not_found', 'conflict', 'forbidden', 'invalid_input', 'already_decided']

let receiver: Receiver
beforeAll(async () => {
  process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

it('whatever people, programs, workers and receivers do for weeks, what is counted is what is listed, and nothing is about what is gone', async () => {
  const { projectId, people, key, act } = await makeBusyDesk(7, receiver)
  const done: string[] = []
  for (let n = 1; n <= ACTS; n++) {
    const outcome = await act().then(
      () => 'done',
      (error: unknown) => toAppError(error).code,
    )
    done.push(outcome)
    if (n % EACH === 0) expect(await findContradictions(projectId, key, people)).toEqual([])
  }
  expect(done.filter((outcome) => outcome !== 'done' && !REFUSALS.includes(outcome))).toEqual([])
  expect(done.filter((outcome) => outcome === 'done').length).toBeGreaterThan(ACTS / 2)
  expect(await findDisagreements(projectId)).toEqual([])
  expect(await findStaleRuns(projectId)).toEqual([])
  const [admin] = people
  await getDb().membership.updateMany({ where: { projectId }, data: { role: 'admin' } })
  if (admin) expect(await verifyAudit.run(admin, {})).toMatchObject({ ok: true })
})
