import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { type EvaluateQualityGateInput, evaluateQualityGate, hasWriteIntent } from './evaluate-quality-gate'

const missing = (path: string) => ({ path, exists: false, sizeBytes: 0 })

function gate(input: {
  task?: Partial<EvaluateQualityGateInput['task']>
  result?: Partial<EvaluateQualityGateInput['result']>
  judge?: EvaluateQualityGateInput['judge']
  config?: EvaluateQualityGateInput['config']
}) {
  return evaluateQualityGate({
    judge: { score: 5 },
    ...input,
    task: { type: 'analysis', ...input.task },
    result: { output: 'x', toolCalls: 1, ...input.result },
  })
}

describe('pre-flight checks', () => {
  it("reject when every target file is missing, whatever the judge's score", () => {
    const task = { type: 'implement', targetFiles: ['a.ts', 'b.ts'] }
    expect(gate({ task, result: { artifacts: [missing('a.ts'), missing('b.ts')] } })).toMatchObject({
      score: 1,
      passed: false,
      artifactAutoFail: true,
      preFlightReject: true,
      judged: false,
      gateError: false,
    })
  })

  it.each([
    [[{ path: './a.ts', exists: true, sizeBytes: 20 }, missing('b.ts')], true],
    [[{ path: 'a.ts', exists: true }], true],
    [[{ path: 'a.ts', exists: true, sizeBytes: 0 }], false],
    [[{ path: 'other.ts', exists: true, sizeBytes: 9 }], false],
    [[], false],
    [undefined, true],
  ])('with the artifacts %j pass: %s', (artifacts, passed) => {
    expect(gate({ task: { targetFiles: ['a.ts', 'b.ts'] }, result: { artifacts } }).passed).toBe(passed)
  })

  it.each([
    ['implement', 0, 0],
    ['implement', undefined, 0],
    ['something new', 0, 0],
    ['implement', -1, 5],
    ['research', 0, 5],
    ['review', undefined, 5],
  ])('score a %s task with %s tool calls %i', (type, toolCalls, score) => {
    expect(gate({ task: { type }, result: { toolCalls } })).toMatchObject({ score, artifactAutoFail: false })
  })

  it.each([
    [{ requiresToolCalls: false }, 'implement', true],
    [{ requiresToolCalls: true }, 'research', false],
    [{ requiresToolCalls: { research: true } }, 'research', false],
    [{ requiresToolCalls: { research: true } }, 'review', true],
  ])('with %j for a %s task pass: %s', (config, type, passed) => {
    expect(gate({ task: { type }, result: { toolCalls: 0 }, config }).passed).toBe(passed)
  })

  it('reject when a requested file was not written, whatever the tool calls', () => {
    const task = { type: 'research', description: 'Write to report/X.md' }
    expect(gate({ task, result: { toolCalls: 9, filesModified: [] } })).toMatchObject({
      score: 1,
      passed: false,
      artifactAutoFail: true,
      preFlightReject: true,
    })
    expect(gate({ task, result: { filesModified: ['report/X.md'] } }).passed).toBe(true)
  })

  it('let the first failing check decide and list the others', () => {
    const task = { type: 'implement', description: 'Create a.ts', targetFiles: ['a.ts'] }
    expect(gate({ task, result: { toolCalls: 0, artifacts: [] } })).toMatchObject({
      score: 1,
      alsoFailed: ['zero_tool_calls', 'write_intent'],
    })
  })
})

describe('the judge', () => {
  it.each([
    [3, {}, {}, true, 3],
    [2, {}, {}, false, 3],
    [3, {}, { qualityThreshold: 4 }, false, 4],
    [2, { dependents: 3 }, {}, true, 2],
    [2, { dependents: 2 }, {}, false, 3],
    [1, { dependents: 9 }, {}, false, 2],
    [2, { dependents: 3 }, { qualityThreshold: 2 }, true, 2],
    [1, { dependents: 3 }, { qualityThreshold: 1 }, true, 1],
    [2, { dependents: 1 }, { foundationMinDependents: 1 }, true, 2],
  ])(
    'with score %i, task %j and config %j gives passed %s at %i',
    (score, task, config, passed, effectiveThreshold) => {
      expect(gate({ task, config, judge: { score } })).toMatchObject({
        score,
        passed,
        effectiveThreshold,
        judged: true,
      })
    },
  )

  it.each([
    'SCORE: 4\nFEEDBACK: solid',
    '{"score": 4, "feedback": "solid"}',
    '```json\n{"score":4,"feedback":"solid"}\n```',
  ])('reads a raw reply as it reads that of a configured judge: %j', (reply) => {
    expect(gate({ judge: { reply } })).toMatchObject({ score: 4, feedback: 'solid', passed: true, judged: true })
  })

  it('gives a peer signal of (score - 1) / 4', () => {
    expect([1, 3, 5].map((score) => gate({ judge: { score } }).peerSignal)).toEqual([0, 0.5, 1])
  })

  it.each([
    [undefined],
    [null],
    [{}],
    [{ error: 'ECONNRESET' }],
    [{ reply: 'fine' }],
    [{ reply: '' }],
    [{ reply: '{"score": "4"}' }],
    [{ reply: '{"score": 4, "feedback": "I cannot evaluate this"}' }],
    [{ score: 4.5 }],
    [{ score: 9 }],
    [{ score: Number.NaN }],
    [{ score: 5, error: 'cut off' }],
  ])('without a usable answer (%j) passes and scores nothing', (judge) => {
    const { passed, gateError, score, preFlightReject, judged } = evaluateQualityGate({
      task: { type: 'analysis' },
      result: { output: 'x' },
      judge,
    })
    expect({ passed, gateError, score, preFlightReject, judged }).toEqual({
      passed: false,
      gateError: true,
      score: null,
      preFlightReject: false,
      judged: false,
    })
  })

  it('passes only on an integer score at or above the threshold', () => {
    fc.assert(
      fc.property(
        fc.double({ noDefaultInfinity: false }),
        fc.integer({ min: 1, max: 5 }),
        (score, qualityThreshold) => {
          const isWhole = [1, 2, 3, 4, 5].includes(score)
          const { passed } = gate({ judge: { score }, config: { qualityThreshold } })
          expect(passed).toBe(isWhole && score >= qualityThreshold)
        },
      ),
    )
  })
})

it.each([{ qualityThreshold: 0 }, { qualityThreshold: Number.NaN }, { foundationMinDependents: 0 }])(
  'rejects the configuration %j',
  (config) => {
    expect(() => gate({ config })).toThrow(EngineInputError)
  },
)

it.each([
  [3, true, 1],
  [2, false, 0],
])(
  'takes a task with %i dependents for a foundation: %s, with %i extra retries before a fixup',
  (dependents, foundation, extraRetries) => {
    expect(gate({ task: { dependents } })).toMatchObject({ foundation, extraRetries })
  },
)

describe('hasWriteIntent is true for', () => {
  it.each([
    'Write to report/X.md',
    'Create src/parser.ts',
    'Generate the script build.sh',
    'Save the results to a file',
    'Summarise the data and write the summary to out/summary.txt',
    'Create a new file with the findings',
    'Add the parser in src/parse.ts',
    'Export the table as data.csv',
    'A new file should be created for each region',
    'Do not touch main.ts, but create docs/notes.md',
    "Don't forget to write the summary to report.md",
    'Do not hesitate to create helper.ts',
    'If config.json does not exist create config.json',
    'Write a summary with no more than 200 words to summary.md',
    'Write the answer, not the reasoning, to out.txt',
    'Write the results, if there are no errors, to out.json',
    'Create no more than two files',
    'Not only explain, but also create docs/plan.md',
    'Do not just describe it, create a.ts',
    'Write a function that saves data to a file',
    'Explain how it works and write it to docs/how.md',
    'When you are done, write the result to out.md',
    'Make sure that you save the plan as plan.md',
    'Create files that describe how to log in',
    'Write what you learn to notes.md',
    'Make sure the files with the totals are created',
  ])('%s', (description) => {
    expect(hasWriteIntent(description)).toBe(true)
  })
})

describe('hasWriteIntent is false for', () => {
  it.each([
    '',
    'Do not create files',
    "Don't write any files, just explain",
    'Answer without creating any new files',
    'Write a summary, but do not create files',
    'Write it without saving it to a file',
    'Output the result to stdout, not to a file',
    'Create nothing in src/',
    'Never write to report/X.md',
    'No files should be created',
    'Produce no files',
    'Research the market',
    'Write a summary of src/a.ts',
    'Write tests for the parser',
    'Create a comparison of Node.js and Deno',
    'Create a Node.js comparison',
    'Create e.g. a list of risks',
    'Read config.json and explain it',
    'Put together an overview of the scripts',
    'Explain how to write files',
    'Research how compilers generate files',
    'Analyse the script that generates config files',
    'List the tools that can produce files',
    'Describe when to save a file',
    'Review whether exports write a script',
    'Find out why the build outputs two files',
    'Understand what writing to report/X.md costs',
    'Explain how files are created',
    'Describe when files are written',
    'Review the files that are generated by the build',
    'List the scripts which are saved on exit',
  ])('%s', (description) => {
    expect(hasWriteIntent(description)).toBe(false)
  })
})
