import { Command } from 'commander'
import { describe, expect, it, vi } from 'vitest'
import { EXIT } from '../exit-codes'
import { runProgram } from '../run-program'
import { fakeTerminal } from '../testing/fake-terminal'
import { backupCommands, exportProjectCommand } from './backup'
import { distributeCommand } from './distribute'
import { onTheMachine } from './on-the-machine'
import { payloadsBackCommand } from './payloads-back'
import { usersCommand } from './users'

const real = [backupCommands, exportProjectCommand, distributeCommand, payloadsBackCommand, usersCommand]
const namesIn = (adds: typeof real) => {
  const program = new Command()
  for (const add of adds) add(program, fakeTerminal().terminal, () => undefined)
  return program.commands.map((command) => command.name()).sort()
}

it.each([['backup', 'x.backup'], ['users', 'reset', 'ada@example.com'], ['distribute']])(
  'says of %s how to reach the database rather than the desk',
  async (...args) => {
    vi.stubEnv('DATABASE_URL', 'postgresql://a@127.0.0.1:1/x')
    const { terminal, notes } = fakeTerminal()
    expect(await runProgram(args, terminal, real)).toBe(EXIT.network)
    expect(notes.join('')).toMatch(/the database cannot be reached: .*\n.*DATABASE_URL/)
    expect(notes.join('')).not.toContain('VERITAS_URL')
  },
)

describe('the published package', () => {
  it('knows every command that it lacks', () => {
    expect(namesIn([onTheMachine])).toEqual(namesIn(real))
  })

  it.each([
    ['export-project', 'default', 'p.tar.gz'],
    ['users', 'reset', 'ada@example.com'],
    ['backup', '--help'],
  ])('says where %s is', async (...args) => {
    const { terminal, notes, out } = fakeTerminal()
    expect(await runProgram(args, terminal, [onTheMachine])).toBe(EXIT.usage)
    expect(notes.join('')).toContain(`node bin/veritas.mjs ${args[0]}`)
    expect(out).toEqual([])
  })

  it('does not list them', async () => {
    const { terminal, out } = fakeTerminal()
    await runProgram(['--help'], terminal, [onTheMachine])
    expect(out.join('\n')).not.toContain('export-project')
  })
})
