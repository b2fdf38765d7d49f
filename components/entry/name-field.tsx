import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

/** Field for the name of a new person. */
export function NameField({ error, defaultValue }: { error: string | undefined; defaultValue: string }) {
  return (
    <Field label="Your name" hint="Shown next to every decision you make." error={error} required>
      {(control) => (
        <Input
          {...control}
          name="name"
          autoComplete="name"
          autoFocus
          maxLength={200}
          defaultValue={defaultValue}
          className="h-10 w-full"
        />
      )}
    </Field>
  )
}
