import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const source =
  'Reports of the harvester are stored in /srv/reaper/reports each night. Call `reap_rows` when the buffer is full. The option --keep-all disables the nightly pruning. Questions about pruning go to pruning@reaper.example. The node with the full buffer is reaper-node-14.'

const contradicted = (output: string, files: string[] = []) =>
  detectHallucinations({ output, files, sources: [{ id: 's', text: source }] }).findings.flatMap(({ verdict, span }) =>
    verdict === 'contradicted' ? span.text : [],
  )

describe('a code in place of the one of the sources', () => {
  it.each([
    ['a path', 'Each night, reports of the harvester are stored in /srv/reaper/output.', '/srv/reaper/output'],
    ['a name of a program', 'When the buffer is full, call `drop_rows`.', 'drop_rows'],
    ['an option', 'The nightly pruning is disabled with the option --hold-all.', '--hold-all'],
    ['an address', 'Questions about pruning go to help@reaper.example.', 'help@reaper.example'],
    ['a numbered name', 'The node with the full buffer is reaper-node-41.', 'reaper-node-41'],
  ])('is contradicted: %s', (_what, output, text) => {
    expect(contradicted(output)).toEqual([text])
  })

  it.each([
    ['the same', 'When the buffer is full, `reap_rows` is called.'],
    ['of another form', 'When the buffer is full, call `reapRows`.'],
    ['of another case', 'Call `drop_rows` when the buffer is empty.'],
    ['what the output makes', 'Create `drop_rows` and call it when the buffer is full.'],
    ['compared', 'When the buffer is full, call `drop_rows` rather than `reap_rows`.'],
    ['the longer form of the same', 'The reports of the harvester are stored in /srv/reaper/reports/2026 each night.'],
    ['an item of a list', '- buffer is full: call `drop_rows`'],
    [
      'what the output tells more of',
      'When the buffer is full, call `drop_rows`. The function `drop_rows` is defined below.',
    ],
  ])('is not where it is %s', (_what, output) => {
    expect(contradicted(output)).toEqual([])
  })

  it('is left to the check of files where those are given', () => {
    const output = 'Each night, reports of the harvester are stored in /srv/reaper/output.'
    expect(contradicted(output, ['/srv/reaper/output'])).toEqual([])
  })
})
