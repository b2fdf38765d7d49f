import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { lazyComponent } from './lazy-component'

const heirs = lazyComponent(() => import('./heirs'))

/**
 * Keeps the keyboard near a control that is removed while it has the focus, as the button that removes a row: otherwise it would start at the
 * top of the page again. Returns the ref of the control; `ref` is that of the caller.
 */
export function useKeptFocus<Control extends HTMLElement>(ref: Ref<Control> | undefined): RefObject<Control | null> {
  const own = useRef<Control>(null)
  useImperativeHandle<Control | null, Control | null>(ref, () => own.current, [])
  useLayoutEffect(() => {
    const control = own.current
    // Not only once the browser is idle: whoever uses the keyboard may be faster.
    heirs.prefetch()
    return () => {
      if (control && control === document.activeElement) heirs.get()?.passFocusOn(control)
    }
  }, [])
  return own
}
