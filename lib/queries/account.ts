import { mutationOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type { changePassword, completeSetup, updateAccount } from '@/lib/contracts/setup'

/** Makes the first admin. The session is a second step: see `signIn`. */
export const completeSetupMutation = () =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof completeSetup>) =>
      fetchContract<typeof completeSetup>('POST /api/v1/setup', input),
  })

export const updateAccountMutation = () =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof updateAccount>) =>
      fetchContract<typeof updateAccount>('PATCH /api/v1/account', input),
  })

/** Ends every session of the person, this one too: sign in again with the new password afterwards. */
export const changePasswordMutation = () =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof changePassword>) =>
      fetchContract<typeof changePassword>('POST /api/v1/account/password', input),
    gcTime: 0,
  })
