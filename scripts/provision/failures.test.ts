import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { causeOf, isTransient, TransientError } from './failures'
import { Refusal } from './progress'

const fullJournal = `PostgreSQL cannot start: it ended at once:
2026-01-02 03:04:05 UTC [7] LOG:  database system was interrupted; last known up at 2026-01-02 03:04:04 UTC
2026-01-02 03:04:05 UTC [7] PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device`

test.each<[name: string, error: unknown, isTransient: boolean, cause: string]>([
  ['a full disk', Object.assign(new Error('write failed'), { code: 'ENOSPC' }), true, 'no space left on device'],
  ['a full disk, as PostgreSQL reports it', new Error(fullJournal), true, 'no space left on device'],
  [
    'a process that was killed',
    new TransientError('The app cannot start: it ended (SIGKILL).'),
    true,
    'it ended (SIGKILL)',
  ],
  [
    'a server in recovery, as the cause of a failed migration',
    new Error('failed', { cause: new Error('FATAL:  the database system is in recovery mode') }),
    true,
    'the database system is in recovery mode',
  ],
  [
    'a lock file of a server whose last processes are still alive',
    new Error('[7] FATAL:  lock file "postmaster.pid" already exists\n[7] HINT:  Is another postmaster running?'),
    true,
    'lock file "postmaster.pid" already exists',
  ],
  [
    'a refusal, whatever it quotes',
    new Refusal('DATABASE_URL: connect ECONNREFUSED'),
    false,
    'DATABASE_URL: connect ECONNREFUSED',
  ],
  ['a programming error', new TypeError('x is not a function'), false, 'x is not a function'],
  [
    'an invalid setting of the server',
    new Error('[7] FATAL:  invalid value for "port"'),
    false,
    'invalid value for "port"',
  ],
  ['undefined', undefined, false, 'undefined'],
])('%s', (_name, error, heals, cause) => {
  expect({ heals: isTransient(error), cause: causeOf(error) }).toEqual({ heals, cause })
})

test('a refused connection is transient', async () => {
  const error = await new Promise((resolve) => connect(1, 'localhost').once('error', resolve))
  expect(isTransient(error)).toBe(true)
})
