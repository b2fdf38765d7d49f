import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { listDeadLetters } from './dead-letters/list'
import { searchFailures } from './failures/search'
import { listGates } from './gates/list'
import { listJudgeCalls } from './judge/status'
import { listRuns } from './runs/list'
import { makeProject, type TestProject } from './testing/factories'
import { listThinkingSessions } from './thinking/sessions'
import { listDeliveries } from './webhooks/deliveries'
import { createEndpoint } from './webhooks/endpoints'

const cursorOf = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url')

// Cursors that no list can have returned: not decodable, of another shape, or beyond what the database can compare.
const strange: [what: string, cursor: string][] = [
  ['one letter', 'x'],
  ['an empty string', ''],
  ['null', cursorOf(null)],
  ['an empty object', cursorOf({})],
  ['an id with a NUL', cursorOf(['2026-01-01T00:00:00Z', '\0'])],
  ['a time beyond the range', cursorOf(['9999-01-01T00:00:00Z', uuid()])],
  ['a number beyond the range of times', cursorOf([9e15, uuid()])],
  ['a deadline beyond the range of times', cursorOf([0, 9e15, uuid()])],
  ['a decision time before the range of times', cursorOf([1, -9e15, uuid()])],
  ['a cursor of another sort order', cursorOf({ sort: 'newest', key: 1, id: uuid() })],
]

let project: TestProject
let lists: Record<string, (cursor: string) => Promise<unknown>>

beforeAll(async () => {
  project = await makeProject()
  const admin = await project.as('admin')
  const { endpoint } = await createEndpoint.run(admin, {
    name: 'mine',
    url: 'https://1.1.1.1/',
    events: ['run.scored'],
  })
  lists = {
    runs: (cursor) => listRuns.run(project.key, { cursor }),
    'dead letters': (cursor) => listDeadLetters.run(project.key, { cursor }),
    failures: (cursor) => searchFailures.run(project.key, { cursor }),
    gates: (cursor) => listGates.run(project.key, { cursor }),
    'judge calls': (cursor) => listJudgeCalls.run(project.key, { cursor }),
    sessions: (cursor) => listThinkingSessions.run(project.key, { cursor }),
    deliveries: (cursor) => listDeliveries.run(admin, { endpointId: endpoint.id, cursor }),
  }
})

describe.each(['runs', 'dead letters', 'failures', 'gates', 'judge calls', 'sessions', 'deliveries'])(
  'the list of %s',
  (name) => {
    it.each(strange)('rejects a foreign cursor: %s', async (_, cursor) => {
      await expect(lists[name]?.(cursor)).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'cursor' }] })
    })
  },
)
