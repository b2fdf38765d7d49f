import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { getRun } from '@/lib/contracts/run-detail'
import { environmentOf } from '../command-line'
import { expect, test } from '../fixtures'

const run = promisify(execFile)
const PYTHON = 'python3'
const hasPython = spawnSync(PYTHON, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0

// biome-ignore lint/suspicious/noSkippedTests: not every machine has Python; the report lists the skipped tests
test.skip(!hasPython, 'there is no Python 3.9 or newer on this machine')

/** Runs a script beside a copy of the one client file; returns its printed JSON. */
async function python(script: string, env: NodeJS.ProcessEnv) {
  const folder = mkdtempSync(path.join(tmpdir(), 'veritas-python-'))
  copyFileSync('examples/python/veritas.py', path.join(folder, 'veritas.py'))
  try {
    const code = `import json\nfrom veritas import Desk, DeskError\n${script}`
    const { stdout } = await run(
      PYTHON,
      ['-I', '-c', `import sys; sys.path.insert(0, ${JSON.stringify(folder)})\n${code}`],
      { env },
    )
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('the single-file Python client sends runs and signals, and reads a gate', async ({ desk, baseURL }) => {
  const told = await python(
    `
desk = Desk()
run = desk.send_run({"id": "py-1", "chain": "from-python", "output": {"answer": "ä"}, "signals": {"self": 0.9}})
again = desk.send_run({"id": "py-1", "chain": "from-python", "output": {"answer": "ä"}, "signals": {"self": 0.9}})
signals = desk.send_signals("py-1", [{"evaluator": "downstream", "value": True, "source": "thumbs up"}])
many = desk.send_runs({"id": f"py-m-{n}", "chain": "from-python"} for n in range(1002))
gate = desk.call("POST", f"/api/v1/runs/{run['runId']}/review-requests", {})["gate"]
waited = desk.wait_for_gate(gate["id"], timeout=0)
try:
    desk.send_run({"id": "py-2", "chain": "from-python", "colour": "red"})
except DeskError as error:
    refused = [error.status, error.code, error.issues]
print(json.dumps([run, again, signals, [len(many["accepted"]), many["accepted"][-1]["index"]], waited["state"], refused]))`,
    environmentOf(desk, baseURL),
  )
  const [sent, again, signals, many, waited, refused] = told
  expect(sent).toMatchObject({ id: 'py-1', duplicate: false })
  expect(again).toMatchObject({ runId: sent.runId, duplicate: true })
  expect(signals).toMatchObject({ runId: sent.runId, accepted: 1, duplicates: 0 })
  expect(many).toEqual([1002, 1001])
  expect(waited).toBe('pending')
  expect(refused).toMatchObject([400, 'invalid_input', [{ path: 'colour' }]])
  const { run: stored } = await desk.send(getRun, { runId: sent.runId })
  expect(stored).toMatchObject({ chain: 'from-python' })
})

test('the Python client sends the other lines of a file with a line that is no run, and names it', async ({
  desk,
  baseURL,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'veritas-python-'))
  try {
    const file = path.join(folder, 'runs.jsonl')
    const line = (id: string) => JSON.stringify({ id, chain: 'from-python', output: 1 })
    writeFileSync(file, `\uFEFF${line('py-f-1')}\n{"id": \n5\n${line('py-f-2')}\n`)
    const { status, stdout } = spawnSync(PYTHON, ['examples/python/veritas.py', 'send', file], {
      env: environmentOf(desk, baseURL),
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      accepted: [{ id: 'py-f-1' }, { id: 'py-f-2' }],
      rejected: [],
      unread: [{ line: 2 }, { line: 3, reason: 'not a JSON object' }],
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the Python client resends the same body after a dropped connection or a 503', async () => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      bodies.push(text)
      if (bodies.length === 1) return request.socket.destroy()
      if (bodies.length === 2) return response.writeHead(503, { 'retry-after': '7' }).end('{}')
      if (bodies.length === 3) return response.writeHead(302, { location: '/elsewhere' }).end()
      response.end(JSON.stringify({ accepted: [{ index: 0, id: 'x' }], rejected: [] }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const script = `
slept = []
desk = Desk("http://127.0.0.1:${(server.address() as AddressInfo).port}", "k", sleep=slept.append)
try:
    desk.send_run({"chain": "c"})
except DeskError as error:
    refused = error.status
desk.send_run({"chain": "c", "id": "x"})
print(json.dumps([slept, refused]))`
    const [slept, refused] = await python(script, process.env)
    expect(slept).toEqual([expect.any(Number), 7])
    expect(refused).toBe(302)
    const ids = bodies.map((body) => JSON.parse(body).runs[0].id)
    expect(new Set(ids.slice(0, 3)).size).toBe(1)
    expect(ids[0]).not.toBe(ids[3])
  } finally {
    server.close()
  }
})
