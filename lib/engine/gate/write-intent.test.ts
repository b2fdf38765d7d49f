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
    'Write a function that saves data to a file',
    'Explain how it works and write it to docs/how.md',
    'When you are done, write the result to out.md',
    'Make sure that you save the plan as plan.md',
    'Create files that describe how to log in',
    'Write what you learn to notes.md',
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
    'Explain how to write files',
    'Research how compilers generate files',
    'Analyse the script that generates config files',
    'List the tools that can produce files',
    'Describe when to save a file',
    'Review whether exports write a script',
    'Find out why the build outputs two files',
    'Understand what writing to report/X.md costs',
  ])('%s', (description) => {
    expect(hasWriteIntent(description)).toBe(false)
  })
})
