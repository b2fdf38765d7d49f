import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { searchFailures } from './search'

const failed = (id: string, message: string) =>
  runBody({
    id,
    status: 'failed',
    nodes: [{ id: 'look', type: 'tool', name: 'look', status: 'failed', error: { message } }],
  })
const lookup = (who: string) => `Could not load the profile of customer ${who} from the billing service`

const groupsOf = ({ project }: TestProject) =>
  getDb().failureGroup.findMany({
    where: { projectId: project.id },
    select: { template: true, roots: true },
    orderBy: { roots: 'desc' },
  })

it('messages that differ in one word share a group, within and across batches', async () => {
  const test = await makeProject()
  await ingest(test.key, [failed('a', lookup('Ada')), failed('b', lookup('Bob'))])
  await ingest(test.key, [failed('c', lookup('Cyd'))])
  await ingest(test.key, [failed('d', lookup('Ada')), failed('e', 'The disk is full')])
  expect(await groupsOf(test)).toEqual([
    { template: lookup('<*>'), roots: 4 },
    { template: 'The disk is full', roots: 1 },
  ])
  const rows = await getDb().failure.findMany({ where: { projectId: test.project.id } })
  expect(new Set(rows.map(({ fingerprint }) => fingerprint)).size).toBe(2)
})

it('concurrent batches with the same new failure assign each run to an existing group', async () => {
  const test = await makeProject()
  await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      ingest(test.key, [failed(`run-${at}`, lookup(`number${at % 2 ? 'x' : 'y'}`))]),
    ),
  )
  const groups = await getDb().failureGroup.findMany({ where: { projectId: test.project.id } })
  expect(groups.reduce((sum, { roots }) => sum + roots, 0)).toBe(6)
})

it('a group keeps the code that came beside the messages, also of a run that failed by itself', async () => {
  const test = await makeProject()
  const ofNode = { message: 'name <x> is not defined', code: 'NameError' }
  await ingest(test.key, [
    runBody({ id: 'a', status: 'failed', nodes: [{ id: 'look', status: 'failed', error: ofNode }] }),
    runBody({ id: 'b', status: 'failed', nodes: [], error: { message: 'the box is full', httpStatus: 418 } }),
  ])
  const { groups } = await searchFailures.run(test.key, {})
  const codes = groups.map(({ node, code }) => ({ node, code }))
  expect(codes).toHaveLength(2)
  expect(codes).toEqual(
    expect.arrayContaining([
      { node: 'look', code: 'NameError' },
      { node: 'run', code: '418' },
    ]),
  )
})

it('failures with another code or in another project are separate groups', async () => {
  const [test, other] = [await makeProject(), await makeProject()]
  await ingest(test.key, [
    failed('a', 'The server answered with HTTP 503'),
    failed('b', 'The server answered with HTTP 429'),
  ])
  await ingest(other.key, [failed('a', 'The server answered with HTTP 503')])
  expect(await groupsOf(test)).toHaveLength(2)
  expect(await groupsOf(other)).toHaveLength(1)
})
