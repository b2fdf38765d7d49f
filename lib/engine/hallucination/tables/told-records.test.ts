import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const rows = [
  ['WEB-12', 'Login fails on Safari', 'open', 12, '2026-03-04'],
  ['WEB-31', 'Export cuts rows', 'closed', 31, '2026-05-09'],
  ['WEB-50', 'Dark mode flickers', 'blocked', 7, '2026-08-15'],
] as const
const titles = ['key', 'title', 'status', 'comments', 'created']
const records = rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at]])))
const formats = [
  ['JSON', JSON.stringify({ issues: records, total: 3, page: 1 })],
  ['lines of JSON', records.map((one) => JSON.stringify(one)).join('\n')],
  ['CSV', [titles, ...rows].join('\n')],
  ['Markdown', [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')],
] as const
const servers =
  '| host | region | state | patched |\n|---|---|---|---|\n| cache-01 | eu-west | running | no |\n| queue-03 | us-east | stopped | yes |\n| db-02 | us-east | running | yes |'
const quarters =
  '| | Q1 | Q2 | Q3 |\n|---|---|---|---|\n| Revenue | 412 | 448 | 431 |\n| Costs | 360 | 379 | 394 |\n| Staff | 310 | 318 | 305 |'
const stay = '{"hotel":"Linde","check_in":"from 15:00","check_out":"until 11:00","nights":3}'
const plans =
  '{"data":[{"id":"sub_2B","plan":"Basic","status":"past_due","seats":1},{"id":"sub_3C","plan":"Pro","status":"canceled","seats":3}]}'
const tickets =
  '| category | n | avg_min | escalated |\n|---|---|---|---|\n| billing | 214 | 38.5 | 12 |\n| login | 167 | 12.2 | 3 |\n| other | 45 | 55.4 | 0 |'

describe.each(formats)('records of %s', (_format, source) => {
  it.each([
    'WEB-12 has the status open.',
    'The status of WEB-31 is closed.',
    'WEB-50 has 7 comments, WEB-12 has 12 comments.',
    'WEB-31 is the issue with the most comments.',
    "WEB-12 isn't closed.",
    "WEB-12 isn't closed but open.",
    'WEB-50 is about "Dark mode flickers".',
    'I found three issues.',
    '| key | comments |\n|---|---|\n| WEB-50 | 7 |\n| WEB-12 | 12 |',
  ])('do not contradict %s', (output) => {
    expect(contradictedBy(source, output)).toEqual([])
  })

  it.each([
    ['WEB-12 has the status closed.', 'closed'],
    ["WEB-12 isn't open.", 'open'],
  ])('contradict %s', (output, found) => {
    expect(contradictedBy(source, output).join()).toContain(found)
  })
})

describe('a record', () => {
  it.each([
    ['a region that it runs in', 'queue-03 runs in the region us-east.', servers],
    ['a region beside a flag', 'cache-01 is in eu-west.', servers],
    ['a quarter in words', 'Costs in the third quarter were 394.', quarters],
    ['a rounded value', 'Revenue in Q2 was about 450.', quarters],
    [
      'a rounded value of a row',
      'The South earned about 60,300.',
      '| region | orders | earned |\n|---|---|---|\n| North | 412 | 51200.5 |\n| South | 388 | 60310.0 |',
    ],
    ['what it was before', 'Revenue fell in the third quarter, from 448 to 431.', quarters],
    ['the other end of a stay', 'Check-in is from 15:00, check-out until 11:00.', stay],
    ['the name Other', '"Other" has 45 tickets.', tickets],
    [
      'as many as it lists',
      'There are three servers.',
      `{"servers":${JSON.stringify(rows.map(([id]) => ({ id, up: 1 })))}}`,
    ],
    [
      'more than one page of it',
      'There are five servers.',
      `{"servers":${JSON.stringify(rows.map(([id]) => ({ id, up: 1 })))},"next":"p2"}`,
    ],
    ['what the agent did since', 'I have canceled sub_2B as requested.', plans],
    ['a change of the agent', 'I changed the seats of sub_2B to 3.', plans],
    ['a sentence that begins with a code', 'The Basic plan is past due. sub_3C is canceled.', plans],
  ])('is not contradicted by %s', (_what, output, source) => {
    expect(contradictedBy(source, output)).toEqual([])
  })

  it.each([
    ['a state that it does not have', 'sub_2B is canceled.', plans, 'canceled'],
    ['a quarter in words', 'Costs in the third quarter were 379.', quarters, '379'],
    ['check-in as check-out', 'Check-out is at 15:00.', stay, '15:00'],
    ['a value of another', 'Login tickets wait 38.5 minutes.', tickets, '38.5'],
  ])('is contradicted by %s', (_what, output, source, found) => {
    expect(contradictedBy(source, output).join()).toContain(found)
  })
})
