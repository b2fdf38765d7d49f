import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { shellWord } from './text'

it.each([
  ['help-desk', 'help-desk'],
  ['1.4.0-rc.1+7', '1.4.0-rc.1+7'],
  ['two words', "'two words'"],
  ['', "''"],
])('%j is written %s', (text, word) => {
  expect(shellWord(text)).toBe(word)
})

it.each(["it's", '$(touch x)', '`id`', '"; rm -rf ~; "', 'naïve', 'a\nb', '*', '~', '-n'])(
  'a shell reads %j unchanged',
  (text) => {
    expect(execFileSync('sh', ['-c', `printf '%s' ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text)
  },
)
