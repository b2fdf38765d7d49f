import { mutationOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import type { InputOf } from '@/lib/contracts/contract'
import { changePassword, completeSetup, updateAccount } from '@/lib/contracts/setup'

/** Makes the first admin. The session is a second step: see `signIn`. */
export const completeSetupMutation = () =>
  mutationOptions({ mutationFn: (input: InputOf<typeof completeSetup>) => call(completeSetup, input) })

export const updateAccountMutation = () =>
  mutationOptions({ mutationFn: (input: InputOf<typeof updateAccount>) => call(updateAccount, input) })

/** Ends every session of the person, this one too: sign in again with the new password afterwards. */
export const changePasswordMutation = () =>
  mutationOptions({ mutationFn: (input: InputOf<typeof changePassword>) => call(changePassword, input), gcTime: 0 })
