import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FailureMessage, findSimilar, groupFailures } from '@/lib/engine/failures/group-failures'

function membersOf(...messages: FailureMessage[]) {
  return groupFailures({ messages }).groups.map(({ members }) => members)
}

describe('occurrences of one failure form one group', () => {
  it.each<[string, string, string]>([
    ['ids, numbers and durations', 'Task 12 failed on worker_7 after 1m30s', 'Task 99 failed on worker_3 after 2m5s'],
    ['uuids', 'job 3f2504e0-4f89-11d3-9a0c-0305e82c3301 died', 'job 9b2504e0-4f89-11d3-9a0c-0305e82c33ff died'],
    ['hosts and ports', 'connect to db-1.eu.example.com:5432 refused', 'connect to 10.0.0.7:80 refused'],
    ['URLs', 'GET https://a.example.com/v1/x?id=7 failed', 'GET http://b.example.org failed'],
    ['mail addresses', 'mail to a.b@example.com bounced', 'mail to zoe@mail.example.org bounced'],
    ['paths', 'cannot read /srv/a/b.json now', 'cannot read C:\\temp\\c.txt now'],
    ['a path without a slash', 'File not found: notes.txt', 'File not found: src/other.py'],
    ['quoted values', "No module named 'requests'", 'No module named "numpy.linalg"'],
    ['durations in other units', 'timed out after 30 seconds', 'timed out after 1h 2m 3s'],
    ['sizes', 'body of 403 bytes too large', 'body of 18846 bytes (18.4 KB) too large'],
    ['settings', 'call failed force=true mode=fast', 'call failed force=false mode=slow'],
    ['lists', 'columns a1, b2 are missing', 'columns c3, d4, e5 are missing'],
    ['lists without commas', 'blocks b1 b2 are corrupt', 'blocks b3 b4 b5 b6 are corrupt'],
    ['settings without a value', 'refused: user= host=a.example.com', 'refused: user= host=b.example.com'],
    ['settings with braces', 'released lock=7, owner=null', 'released lock=8, owner=Job{12 nightly}'],
    ['users', 'Failed password for root from 10.0.0.7', 'Failed password for git from 10.0.0.8'],
    ['users that are named after "user"', 'Invalid user oracle from 10.0.0.7', 'Invalid user test from 10.0.0.8'],
    ['classes', 'com.acme.Billing: job died', 'com.acme.users.Mailer: job died'],
    [
      'hardware addresses',
      'link FF:F2:9F:16:DA:CD:00:0D:60:E9:14:D8 is down',
      'link FF:F2:9F:16:BA:FE:00:0D:60:E9:BE:AF is down',
    ],
    [
      'internet addresses',
      'route fe80:0:0:0:c6b3:1ff:fecd:467f lost',
      'route 2607:F140:6000:0008:C6B3:01FF:FECD:467F lost',
    ],
    ['names beside a variable', 'synchronized to 10.1.2.3, stratum 3', 'synchronized to LOCAL(0), stratum 10'],
    ['case', 'Timed out after 45s', 'timed out after 30s'],
    ['numbers with a sign', 'app.exe - a.example.com:80 closed', 'tool.exe *64 - b.example.com:443 closed'],
    ['truth values', 'screen is on true', 'screen is on false'],
    [
      'values in braces',
      'Field required [type=missing, input={1: 2}]',
      "Field required [type=missing, input={'a': 3, 'b': 4}]",
    ],
    [
      'values quoted as in GNU tools',
      "undefined reference to `foo' in main.o",
      "undefined reference to `run' in main.o",
    ],
    ['lines of short file names', 'main.c:14:1: error: no semicolon', 'lib/q.c:77:9: error: no semicolon'],
    ['quotes of other languages', 'Datei „a.pdf“ fehlt, « b c »', 'Datei „d e“ fehlt, « f »'],
    ['sizes with a point', 'cannot allocate 800. MiB now', 'cannot allocate 12.5 GiB now'],
    [
      'lists of what there is',
      'No tool x1. Available tools: read, write',
      'No tool y2. Available tools: read, write, shell, ask',
    ],
    [
      'properties that Node prints after a trace',
      'Error: connect ECONNREFUSED 10.0.0.7:80\n    at f (node:net:1:2)',
      "Error: connect ECONNREFUSED 10.0.0.8:90\n    at f (node:net:1:2) {\n  errno: -111,\n  code: 'ECONNREFUSED'\n}",
    ],
    ['goroutines', 'panic: index 3 of 3', 'panic: index 5 of 5\n\ngoroutine 1 [running]:\nmain.main()\n\t/x.go:3 +0x1'],
    ['threads', 'java.lang.OutOfMemoryError: heap', 'Exception in thread "main" java.lang.OutOfMemoryError: heap'],
    [
      'code in a trace',
      "KeyError: 'a'",
      'Traceback (most recent call last):\n  File "b.py", line 4\n    x = row["b"]\nKeyError: \'b\'',
    ],
    [
      'required modules',
      'No module x1\nRequire stack:\n- /a/b.js',
      'No module x1\nRequire stack:\n- /a/b.js\n- /c/d.js',
    ],
    [
      'frames of Ruby',
      "NoMethodError: no `name' of nil",
      "NoMethodError: no `size' of nil\n\tfrom app/a.rb:12:in `full'",
    ],
    ['details of PostgreSQL', 'null in column "a"\nDETAIL: Row (1, x y).', 'null in column "b"\nDETAIL: Row (2, z).'],
    ['quoted code', 'a.c: no symbol\n  foo(1);\n  ^~~', 'b.c: no symbol\n  List<X> y = z;\n       ^'],
    [
      'statements',
      'relation a1 is gone\nLINE 1: SELECT * FROM a1',
      'relation b2 is gone\nLINE 12: DELETE FROM b2 WHERE x',
    ],
    ['values that were not expected', 'expected 3 rows, got 12', 'expected 40 rows, got 7'],
    ['values below zero', 'amount must be positive, got -40', 'amount must be positive, got -7'],
    [
      'one word that no mask recognizes',
      'The table users is locked by another writer',
      'The table orders is locked by another writer',
    ],
  ])('despite different %s', (_what, one, other) => {
    expect(membersOf(one, other)).toEqual([[0, 1]])
  })

  it('of the last line of a trace, wherever a long one is cut', () => {
    const trace = (depth: number) =>
      `Traceback (most recent call last):\n${'  File "/srv/app.py", line 12, in step\n    location = self.lookup(address)\n'.repeat(depth)}TimeoutError: no answer`
    const { groups } = groupFailures({ messages: [60, 61, 62, 63].map(trace) })
    expect(groups).toMatchObject([{ template: 'TimeoutError: no answer', members: [0, 1, 2, 3] }])
  })

  it('despite dates in different formats', () => {
    const dates = [
      '2026-11-22',
      '2026-11-22T09:16:56.123Z',
      '2026/11/22 09:16',
      '22.11.2026',
      '11/22/2026, 9:16:56 AM',
      'Nov 22 09:16:56',
      'Sun Nov 22 09:16:56 UTC 2026',
      'Sat, 22 Nov 2026 09:16:56 GMT',
      '22 November 2026 at 9:16 AM',
      '09:16:56',
    ]
    expect(membersOf(...dates.map((date) => `locked since ${date} by a writer`))).toEqual([[...dates.keys()]])
  })
})

describe('different failures form different groups', () => {
  it.each<[string, FailureMessage, FailureMessage]>([
    ['by status', 'HTTP 404 from https://example.com/a', 'HTTP 503 from https://example.com/a'],
    ['by status in a log of requests', 'GET /orders/7 -> 502 in 30 ms', 'GET /orders/9 -> 404 in 31 ms'],
    ['by status behind the address', '10.0.0.7 GET /orders/7 502 30 ms', '10.0.0.7 GET /orders/7 404 30 ms'],
    ['by exit code', 'Process 7 of the build exited with code 1', 'Process 7 of the build exited with code 137'],
    ['by exception', "KeyError: 'name'", "ValueError: 'name'"],
    [
      'by the message in one line of JSON',
      '{"error":{"message":"Overloaded"}}',
      '{"error":{"message":"Table is locked"}}',
    ],
    ['by the status in JSON', '{"status":500,"message":"no"}', '{"status":404,"message":"no"}'],
    ['by a message that is quoted as a whole', '"Overloaded"', '"Locked"'],
    ['by error code', { message: 'no', errorCode: 'A' }, { message: 'no', errorCode: 'B' }],
    ['by node', { message: 'no', node: 'fetch' }, { message: 'no', node: 'write' }],
    ['by words and not only numbers', 'and/or missing', 'input/output missing'],
    ['by one of few words', 'Session 7_1 initialized by client Updater.', 'Session 8_2 initialized by client Backup.'],
    [
      'by a word among variables',
      '[job 7] worker started (lifecycle event)',
      '[job 8] worker stopped (lifecycle event)',
    ],
    ['by state', 'task 7 of the job went from RUNNING to CLOSED', 'task 8 of the job went from RUNNING to FAILED'],
    ['by an exception of a package', 'a.b.c.ReadTimeout: no', 'a.b.c.DnsError: no'],
    ['by a code with letters', 'npm error code ERESOLVE', 'npm error code E404'],
    ['by a code of gRPC', 'rpc error: code = Unavailable desc = no', 'rpc error: code = Internal desc = no'],
    [
      'by the error in quotes',
      "Retries exceeded (Caused by ConnectionError('[Errno 111] Connection refused'))",
      "Retries exceeded (Caused by ConnectionError('[Errno -2] Name or service not known'))",
    ],
    [
      'by what was attempted, among eight other words',
      'the worker of the batch failed to read the table of orders',
      'the worker of the batch failed to write the table of orders',
    ],
    [
      'by how a connection failed',
      'the connection from the pool to the database was refused by peer',
      'the connection from the pool to the database was reset by peer',
    ],
    [
      'by what is wrong with a field',
      'row of the upload skipped because its currency column is missing here',
      'row of the upload skipped because its currency column is invalid here',
    ],
    [
      'by who failed, at the beginning',
      'Payment service failed to respond within 30 seconds',
      'Inventory service failed to respond within 30 seconds',
    ],
    ['by the second of few words', 'VM Started (Lifecycle Event)', 'VM Stopped (Lifecycle Event)'],
    ['by the first of few words', 'instruction cache parity error corrected', 'data cache parity error corrected'],
    [
      'by three of ten words',
      'initData the data switch is open, start push health now',
      'initUser the user switch is open, start push account now',
    ],
    ['by what follows JSON', 'step {"a": "b"} was refused', 'step {"a": "b"} was lost'],
  ])('%s', (_what, one, other) => {
    expect(membersOf(one, other, one)).toEqual([[0, 2], [1]])
  })
})

describe('the significant part of the whole message decides, not its first line', () => {
  it.each([
    ['{\n  "error": {\n    "message": "Table 7 is locked"\n  }\n}', 'Table <*> is locked'],
    [
      `Error code: 400 - {'error': {'message': "Unknown tool: 'x'", 'type': 'invalid_request_error', 'param': None}}`,
      'Error code: 400 - invalid_request_error Unknown tool: <*>',
    ],
    [
      'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "b.py", line 4, in <module>\nValueError: bad value 3',
      'ValueError: bad value <*>',
    ],
    [
      'java.lang.RuntimeException: wrapped\n\tat a.b.C(D.java:3)\nCaused by: java.io.IOException: Connection reset\n\tat q.w(E.java:4)\n\t... 3 more',
      'java.io.IOException: Connection reset',
    ],
    [
      'Error: read failed\n    at f (node:net:1:2)\n  [cause]: Error: disk is gone\n    at g (x.ts:3)',
      'Error: disk is gone',
    ],
    ['Build failed:\n  src/a.ts is broken', 'Build failed: <*> is broken'],
    ['', ''],
  ])('%j', (message, template) => {
    expect(groupFailures({ messages: [message] }).groups[0]?.template).toBe(template)
  })
})

describe('any list of messages', () => {
  const message = fc.oneof(
    fc.string(),
    fc.stringMatching(/^(?:disk|host|[0-9]{1,3}|'x'|failed|Error:|at|\n){1,8}$/),
    fc.record({ message: fc.string(), errorCode: fc.constantFrom('A', 'B') }),
  )

  it('has each message in exactly one group, in order of arrival', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 40 }), (messages) => {
        const { groups } = groupFailures({ messages })
        expect(groups.flatMap(({ members }) => members).sort((a, b) => a - b)).toEqual([...messages.keys()])
        const firsts = groups.map(({ members }) => members[0] ?? -1)
        expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
        for (const { size, members } of groups) expect(members).toHaveLength(size)
      }),
    )
  })

  it('is grouped deterministically, with equal messages together', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 20 }), (messages) => {
        const { groups } = groupFailures({ messages: [...messages, ...messages] })
        for (const { members } of groups)
          for (const at of members) expect(members).toContain((at + messages.length) % (2 * messages.length))
        expect(groupFailures({ messages })).toEqual(groupFailures({ messages }))
      }),
    )
  })
})

describe('adversarial messages', () => {
  it.each([
    ['a-'.repeat(50_000)],
    ["'".repeat(50_000)],
    ['a.'.repeat(50_000)],
    ['1 '.repeat(50_000)],
    ['('.repeat(50_000)],
    ['{"a":'.repeat(50_000)],
    ['12:12 '.repeat(10_000)],
    ['5 ms and '.repeat(10_000)],
    ["'message': '".repeat(10_000)],
    ['jan 1 '.repeat(10_000)],
  ])('are grouped in bounded time: %#', (text) => {
    const before = process.threadCpuUsage()
    groupFailures({ messages: Array.from({ length: 20 }, (_, index) => `${index % 2 ? 'x' : ''}${text}`) })
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
  })
})

describe('findSimilar', () => {
  it('finds the same template, even if it is mostly variables', () => {
    expect(findSimilar('<*> not <*>: <*>', ['<*> not <*>: <*>'])).toEqual({ at: 0, template: '<*> not <*>: <*>' })
    expect(findSimilar('<*> not <*>: <*>', ['<*> not <*>: gone'])).toBeNull()
  })

  it('returns the index in the whole list, of which only the latest hundred are compared', () => {
    const known = Array.from(
      { length: 150 },
      (_, at) => `cannot load part${'abcdefghij'[at % 10]} of set <*> at all today`,
    )
    const [old, late] = ['only the first says this in the list', 'only the last says this in the list']
    expect(findSimilar(late, [...known, late.replace('last', 'other')])).toEqual({
      at: 150,
      template: 'only the <*> says this in the list',
    })
    expect(findSimilar(old, [old, ...known])).toBeNull()
  })
})
