import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { PASSWORD_LENGTH } from '@/lib/contracts/vocabulary'

type NewPasswordFieldProps = { label?: string; name?: string; error: string | undefined; className?: string }

/** Field for a new password. */
export function NewPasswordField({ label = 'Password', name = 'password', error, className }: NewPasswordFieldProps) {
  return (
    <Field label={label} hint={`At least ${PASSWORD_LENGTH.min} characters.`} error={error ?? null} required>
      {(control) => (
        <Input
          {...control}
          name={name}
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH.min}
          maxLength={PASSWORD_LENGTH.max}
          className={className}
        />
      )}
    </Field>
  )
}
