import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJsonInput, splitLines, writeOutput } from './files'
import { fakeTerminal } from './testing/fake-terminal'
import { ownFolder } from './testing/own-folder'

const linesOf = (chunks: readonly (string | Buffer)[]) => Array.fromAsync(splitLines(Readable.from(chunks)))

const folder = ownFolder()

describe('readJsonInput', () => {
  const latin = Buffer.from('{"answer":"caf\xe9"}', 'latin1')

  it('refuses bytes that are not UTF-8 instead of replacing them, of a file and of standard input', async () => {
    const { terminal } = fakeTerminal({ readStdin: async () => latin })
    const file = await folder.write('run.json', latin)
    await expect(readJsonInput(file, 'the run', terminal)).rejects.toThrow('not UTF-8')
    await expect(readJsonInput('-', 'the run', terminal)).rejects.toThrow('not UTF-8')
  })

  it('keeps all digits of whole numbers at the given paths only', async () => {
    const file = await folder.write(
      'run.json',
      '\uFEFF{"output": [1234567890123456789, 7], "limit": 1234567890123456789}',
    )
    expect(await readJsonInput(file, 'the run', fakeTerminal().terminal, ['output'])).toEqual({
      output: ['1234567890123456789', 7],
      limit: Number('1234567890123456789'),
    })
  })

  it('skips a byte order mark', async () => {
    const { terminal } = fakeTerminal({ readStdin: async () => Buffer.from('\uFEFF{"a":"\u00e9"}') })
    expect(await readJsonInput('-', 'the run', terminal)).toEqual({ a: '\u00e9' })
  })
})

it('writeOutput names the file that was asked for if it cannot be written', async () => {
  const file = folder.at('nowhere', 'out.jsonl')
  const writing = writeOutput(Readable.from([]), file, fakeTerminal().terminal)
  await expect(writing).rejects.toMatchObject({ code: 'ENOENT', path: file })
})

describe('splitLines', () => {
  it.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['a last line without line ending', 'a\nb', ['a', 'b']],
    ['a last line with line ending', 'a\nb\n', ['a', 'b']],
    ['Windows line endings', 'a\r\nb\r\n', ['a', 'b']],
    ['empty lines', '\n\na\n', ['', '', 'a']],
    ['separators allowed in JSON strings', '"\u2028 \u2029 \u0085 \v \f"\nb', ['"\u2028 \u2029 \u0085 \v \f"', 'b']],
  ])('reads %s', async (_, text, lines) => {
    expect(await linesOf([text])).toEqual(lines)
  })

  it('refuses bytes that are not UTF-8 instead of replacing them', async () => {
    await expect(linesOf([Buffer.from('a\nb\n'), Buffer.from('c\xe4', 'latin1')])).rejects.toThrow('not UTF-8')
    await expect(linesOf([Buffer.from('\uFEFFa', 'utf16le')])).rejects.toThrow('not UTF-8')
    expect(await linesOf(['\uFEFFa\uFFFD'])).toEqual(['\uFEFFa\uFFFD'])
  })

  it('returns the joined lines, wherever the bytes are split', async () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text))
    await fc.assert(
      fc.asyncProperty(
        fc.array(line),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 7 }),
        async (lines, end, size) => {
          const bytes = Buffer.from(lines.map((text) => text + end).join(''))
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
            bytes.subarray(index * size, (index + 1) * size),
          )
          expect(await linesOf(chunks)).toEqual(lines)
        },
      ),
    )
  })
})
