import { describe, expect, it } from 'vitest'
import { hasWriteIntent } from '@/lib/engine/gate/write-intent'

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
  ])('%s', (description) => {
    expect(hasWriteIntent(description)).toBe(false)
  })
})
