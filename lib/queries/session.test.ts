import { afterEach, expect, it, vi } from 'vitest'
import { signIn, signInAsNew } from './session'

afterEach(() => vi.unstubAllGlobals())

it('an account that was made is not refused because signing in fails: the next page asks for its password', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 429 }))
  await expect(signIn('nora@desk.test', 'a long password')).rejects.toThrow('429')
  await expect(signInAsNew('nora@desk.test', 'a long password')).resolves.toBeUndefined()
})
