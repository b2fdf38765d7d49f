import { expect, test } from 'vitest'
import { advance, newSupervision, type Policy, type Supervision, type SupervisionEvent } from './supervision'

const policy: Policy = { delaysMs: [0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000], forgivenMs: 10_000 }
const plans = [{ name: 'db' }, { name: 'app', needs: 'db' }]

type Step = [second: number, event: SupervisionEvent, expected: unknown]

const begin: SupervisionEvent = { type: 'begin' }
const stop: SupervisionEvent = { type: 'stop' }
const started = (part: string, attempt = 1, address = `${part}:1`): SupervisionEvent => ({
  type: 'started',
  part,
  attempt,
  address,
})
const ended = (part: string, attempt = 1): SupervisionEvent => ({ type: 'ended', part, attempt, how: 'SIGKILL' })
const due = (part: string, attempt = 1): SupervisionEvent => ({ type: 'due', part, attempt })
const failed = (part: string, attempt = 1, isTransient = true): SupervisionEvent => ({
  type: 'failed',
  part,
  attempt,
  isTransient,
  why: 'no room',
})

/** Both parts run from second 2 on. */
const up: Step[] = [
  [0, begin, ['start db 1']],
  [1, started('db'), ['start app 1 on db:1']],
  [2, started('app'), ['ready']],
]

const cases: [name: string, Step[]][] = [
  ["the app waits for the database's address, and the supervision is ready when both run", up],
  [
    'a part that ends after it ran is restarted immediately, and the other is left alone',
    [
      ...up,
      [9, ended('app'), ['! app ended: SIGKILL; starting it again', 'wait app 0 s']],
      [9, due('app'), ['start app 2 on db:1']],
      [12, started('app', 2), ['back after 3 s']],
    ],
  ],
  [
    'failed starts are retried with exponential backoff up to a maximum',
    [
      ...up,
      [3, ended('app'), ['! app ended: SIGKILL; starting it again', 'wait app 0 s']],
      [3, due('app'), ['start app 2 on db:1']],
      [3, failed('app', 2), ['! app cannot start: no room; trying again in 1 s', 'wait app 1 s']],
      [4, due('app', 2), ['start app 3 on db:1']],
      [4, failed('app', 3), ['! app cannot start: no room; trying again in 2 s', 'wait app 2 s']],
      [6, due('app', 3), ['start app 4 on db:1']],
      [6, failed('app', 4), ['! app cannot start: no room; trying again in 4 s', 'wait app 4 s']],
      [10, due('app', 4), ['start app 5 on db:1']],
      [10, failed('app', 5), ['! app cannot start: no room; trying again in 8 s', 'wait app 8 s']],
      [18, due('app', 5), ['start app 6 on db:1']],
      [18, failed('app', 6), ['! app cannot start: no room; trying again in 16 s', 'wait app 16 s']],
      [34, due('app', 6), ['start app 7 on db:1']],
      [34, failed('app', 7), ['! app cannot start: no room; trying again in 30 s', 'wait app 30 s']],
      [64, due('app', 7), ['start app 8 on db:1']],
      [64, failed('app', 8), ['! app cannot start: no room; trying again in 30 s', 'wait app 30 s']],
      [94, due('app', 8), ['start app 9 on db:1']],
      [95, started('app', 9), ['back after 92 s']],
      [96, ended('app', 9), ['! app ended: SIGKILL; trying again in 28 s', 'wait app 28 s']],
    ],
  ],
  [
    'a start that failed after a long time is retried immediately',
    [
      ...up,
      [3, ended('app'), ['! app ended: SIGKILL; starting it again', 'wait app 0 s']],
      [3, due('app'), ['start app 2 on db:1']],
      [7, failed('app', 2), ['! app cannot start: no room; starting it again', 'wait app 0 s']],
    ],
  ],
  [
    'a healthy minute clears all failures, and ten seconds one of them',
    [
      ...up,
      ...[3, 4, 6, 10, 18, 34, 64].flatMap((second, place): Step[] => [
        [second, place === 0 ? ended('app') : failed('app', place + 1), expect.any(Array)],
        [second, due('app', place + 1), [`start app ${place + 2} on db:1`]],
      ]),
      [70, started('app', 8), ['back after 67 s']],
      [100, ended('app', 8), ['! app ended: SIGKILL; starting it again', 'wait app 0 s']],
      [100, due('app', 8), ['start app 9 on db:1']],
      [100, failed('app', 9), ['! app cannot start: no room; trying again in 8 s', 'wait app 8 s']],
      [108, due('app', 9), ['start app 10 on db:1']],
      [109, started('app', 10), ['back after 9 s']],
      [169, ended('app', 10), ['! app ended: SIGKILL; starting it again', 'wait app 0 s']],
      [169, due('app', 10), ['start app 11 on db:1']],
      [169, failed('app', 11), ['! app cannot start: no room; trying again in 1 s', 'wait app 1 s']],
    ],
  ],
  [
    'both end at the same time: each is restarted, and ready is reported once',
    [
      ...up,
      [5, ended('app'), ['! app ended: SIGKILL; starting it again', 'wait app 0 s']],
      [5, ended('db'), ['! db ended: SIGKILL; starting it again', 'wait db 0 s']],
      [5, due('app'), ['start app 2 on db:1']],
      [5, due('db'), ['start db 2']],
      [6, started('db', 2), []],
      [8, started('app', 2), ['back after 3 s']],
    ],
  ],
  [
    'the database ends during the first start of the app, which fails because of it',
    [
      [0, begin, ['start db 1']],
      [1, started('db'), ['start app 1 on db:1']],
      [1, ended('db'), ['! db ended: SIGKILL; starting it again', 'wait db 0 s']],
      [1, due('db'), ['start db 2']],
      [1, failed('app'), ['! app cannot start: no room; trying again in 1 s', 'wait app 1 s']],
      [2, due('app'), ['start app 2 on db:1']],
      [4, started('app', 2), []],
      [5, started('db', 2), ['ready']],
    ],
  ],
  [
    'a database that returns at another address restarts its app, and events of the earlier app are ignored',
    [
      ...up,
      [5, ended('db'), ['! db ended: SIGKILL; starting it again', 'wait db 0 s']],
      [5, due('db'), ['start db 2']],
      [6, started('db', 2, 'db:2'), ['start app 2 on db:2']],
      [6, ended('app', 1), []],
      [6, failed('app', 1), []],
      [7, started('app', 2), ['back after 2 s']],
    ],
  ],
  [
    'an app that is backing off takes the new address on its next start',
    [
      ...up,
      [5, ended('app'), ['! app ended: SIGKILL; starting it again', 'wait app 0 s']],
      [5, due('app'), ['start app 2 on db:1']],
      [5, failed('app', 2), ['! app cannot start: no room; trying again in 1 s', 'wait app 1 s']],
      [5, ended('db'), ['! db ended: SIGKILL; starting it again', 'wait db 0 s']],
      [5, due('db'), ['start db 2']],
      [5.5, started('db', 2, 'db:2'), []],
      [6, due('app', 2), ['start app 3 on db:2']],
    ],
  ],
  [
    'a permanent failure of the first start refuses, and nothing follows',
    [
      [0, begin, ['start db 1']],
      [1, failed('db', 1, false), ['refuse db']],
      [2, due('db'), []],
    ],
  ],
  [
    'a transient failure of the first start is retried, and a permanent one then refuses',
    [
      [0, begin, ['start db 1']],
      [0, failed('db'), ['! db cannot start: no room; trying again in 1 s', 'wait db 1 s']],
      [1, due('db'), ['start db 2']],
      [3, failed('db', 2, false), ['refuse db']],
    ],
  ],
  [
    'a part that once ran is retried after any failure',
    [
      ...up,
      [9, ended('db'), ['! db ended: SIGKILL; starting it again', 'wait db 0 s']],
      [9, due('db'), ['start db 2']],
      [9, failed('db', 2, false), ['! db cannot start: no room; trying again in 1 s', 'wait db 1 s']],
    ],
  ],
  [
    'nothing is started after the stop',
    [
      ...up,
      [5, ended('app'), ['! app ended: SIGKILL; starting it again', 'wait app 0 s']],
      [5, stop, []],
      [5, due('app'), []],
      [5, ended('db'), []],
    ],
  ],
]

test.each(cases)('%s', (_name, steps) => {
  let state: Supervision = newSupervision(plans, policy)
  for (const [second, event, expected] of steps) {
    const next = advance(state, event, second * 1_000)
    expect(next.actions.map(inWords)).toEqual(expected)
    state = next.state
  }
})

function inWords(action: ReturnType<typeof advance>['actions'][number]): string {
  switch (action.type) {
    case 'start':
      return `start ${action.part} ${action.attempt}${action.neededAddress && ` on ${action.neededAddress}`}`
    case 'wait':
      return `wait ${action.part} ${action.ms / 1_000} s`
    case 'print':
      return action.line
    case 'ready':
      return action.isFirst ? 'ready' : `back after ${action.afterMs / 1_000} s`
    case 'refuse':
      return `refuse ${action.part}`
  }
}
