import type { ComponentProps, SyntheticEvent } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: (fields: FormData) => void
  /** Whether Ctrl+Enter in a field submits as well. */
  hasKey?: boolean
}

/** A form that the page handles: the browser does not send it. */
export function Form({ onSubmit, hasKey = false, onKeyDown, ...rest }: FormProps) {
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form
      {...rest}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (hasKey && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        onKeyDown?.(event)
      }}
    />
  )
}
