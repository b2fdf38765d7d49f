import type { ComponentProps } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from '@/components/ui/button'
import { Field, InputField } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { PASSWORD_LENGTH } from '@/lib/contracts/limits'

type EmailFieldProps = { error?: string | undefined } & Pick<
  ComponentProps<typeof Input>,
  'autoFocus' | 'defaultValue' | 'value' | 'readOnly'
>

/** E-mail field, marked up as a username for password managers. */
export function EmailField({ error, readOnly, ...input }: EmailFieldProps) {
  return (
    <Field label="E-mail" error={error} {...(!readOnly && { required: true })}>
      {(control) => (
        <Input
          {...control}
          {...input}
          name="email"
          type="email"
          autoComplete="username"
          readOnly={readOnly}
          className={readOnly ? 'h-10 w-full text-ink-2' : 'h-10 w-full'}
        />
      )}
    </Field>
  )
}

/** Field for the name of a new person. */
export function NameField({ error, defaultValue }: { error: string | undefined; defaultValue: string }) {
  return (
    <InputField
      label="Your name"
      hint="Shown next to every decision you make."
      error={error}
      required
      name="name"
      autoComplete="name"
      autoFocus
      maxLength={200}
      defaultValue={defaultValue}
      className="h-10 w-full"
    />
  )
}

type NewPasswordFieldProps = { label?: string; name?: string; error: string | undefined; className?: string }

export function NewPasswordField({ label = 'Password', name = 'password', error, className }: NewPasswordFieldProps) {
  return (
    <InputField
      label={label}
      hint={`At least ${PASSWORD_LENGTH.min} characters.`}
      error={error ?? null}
      required
      name={name}
      type="password"
      autoComplete="new-password"
      minLength={PASSWORD_LENGTH.min}
      maxLength={PASSWORD_LENGTH.max}
      className={className}
    />
  )
}

/** Large submit button; busy while the form action is pending. */
export function SubmitButton({ children }: { children: string }) {
  const { pending } = useFormStatus()
  return (
    <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-2 w-full">
      {children}
    </Button>
  )
}
