import type { Db } from '@/lib/db/client'
import { seededRng } from '@/lib/engine/stats/random'
import { makeProject } from './bench-project'
import { formatMs, median, quantileOf } from './figures'
import { assertOk, openHttpClient } from './http-client'
import { runBodyMaker } from './run-bodies'
import type { Section } from './section'

const warmUpRuns = 50
// Together with the warm-up less than one key may send within ten seconds.
const measuredRuns = 500

/** One run a request, one request at a time: what a single agent waits for. */
export async function measureSingleIngest({ db, baseUrl }: { db: Db; baseUrl: string }): Promise<Section> {
  const project = await makeProject(db, 'bench-single')
  const client = openHttpClient(baseUrl, project.key)
  const nextBody = runBodyMaker(seededRng(2), 'single', new Date())
  const times: number[] = []
  for (let sent = 0; sent < warmUpRuns + measuredRuns; sent++) {
    const answer = await client.post('/api/v1/runs', Buffer.from(JSON.stringify(nextBody())))
    assertOk(answer)
    if (sent >= warmUpRuns) times.push(answer.ms)
  }
  client.close()
  return {
    title: 'Single-run ingest over HTTP',
    method: `One run of 10 nodes and 4 signals a request, scored and committed before the answer; one request at a time over one kept connection, after ${warmUpRuns} to warm up.`,
    columns: ['request', 'p50', 'p95', 'p99', 'n'],
    rows: [
      [
        'one run',
        formatMs(median(times)),
        formatMs(quantileOf(times, 0.95)),
        formatMs(quantileOf(times, 0.99)),
        String(times.length),
      ],
    ],
    goals: [],
  }
}
