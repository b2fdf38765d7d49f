import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

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
