import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { listMigrationNames, statementsOf } from './schema-engine'

it.each([
  ['one', 'SELECT 1', ['SELECT 1']],
  [
    'several, with comments and space',
    '-- a; b\nSELECT 1;\n\n/* ; */ SELECT 2;\n-- end',
    ['-- a; b\nSELECT 1', '/* ; */ SELECT 2'],
  ],
  ['quoted texts and names', `SELECT 'a;''b'; SELECT "c;d""e" - 1 / 2`, [`SELECT 'a;''b'`, `SELECT "c;d""e" - 1 / 2`]],
  [
    'function bodies',
    'CREATE FUNCTION f() RETURNS void AS $$ BEGIN a; b; END $$; DO $x$ $$;$$ $x$; SELECT $1',
    ['CREATE FUNCTION f() RETURNS void AS $$ BEGIN a; b; END $$', 'DO $x$ $$;$$ $x$', 'SELECT $1'],
  ],
  ['none', ' ;-- nothing\n; ', []],
])('splits a script into statements: %s', (_, script, statements) => {
  expect(statementsOf(script)).toEqual(statements)
})

it('keeps every migration whole, and each begins with a command', async () => {
  for (const name of await listMigrationNames()) {
    const script = await readFile(`prisma/migrations/${name}/migration.sql`, 'utf8')
    const statements = statementsOf(script)
    const bare = (text: string) => text.replace(/--[^\n]*|[;\s]/g, '')
    expect(bare(statements.join('\n'))).toBe(bare(script))
    for (const statement of statements)
      expect(statement.replace(/--[^\n]*\n/g, '').trim()).toMatch(
        /^(?:ALTER|COMMENT|CREATE|DELETE|DO|DROP|INSERT|SELECT|SET|UPDATE|WITH)\b/i,
      )
  }
})
