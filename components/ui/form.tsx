import { type ComponentProps, type KeyboardEvent, type SyntheticEvent, use } from 'react'
import { ReadOnly } from './offline'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: (fields: FormData) => void
  /** It changes nothing of the project, so it is on while the project is read-only. */
  isFree?: boolean
}

/** A form that the page handles: the browser does not send it. Ctrl+Enter in a field submits it too. */
export function Form({ onSubmit, onKeyDown, isFree = false, children, ...rest }: FormProps) {
  const isOff = use(ReadOnly) && !isFree
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form
      {...rest}
      onSubmit={submit}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (event.defaultPrevented || !isSubmitKey(event)) return
        event.preventDefault()
        submitForm(event.currentTarget)
      }}
    >
      {isOff ? (
        <fieldset disabled className="contents">
          {children}
        </fieldset>
      ) : (
        children
      )}
    </form>
  )
}

export const isSubmitKey = ({ key, ctrlKey, metaKey, repeat }: KeyboardEvent) =>
  key === 'Enter' && (ctrlKey || metaKey) && !repeat

/** Presses the submit button of a form, which may stand outside it, so that a disabled one submits nothing. */
export function submitForm(form: HTMLFormElement) {
  const button = [...form.elements].find((part) => part instanceof HTMLButtonElement && part.type === 'submit')
  if (button instanceof HTMLButtonElement) button.click()
  else form.requestSubmit()
}
