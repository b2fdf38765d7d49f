/** Shared style of menus, selects and popovers. */
export const floatClass = 'z-50 animate-enter rounded-md bg-raised text-ink text-sm shadow-raised outline-none'

export const menuSurfaceClass = `${floatClass} overflow-y-auto overflow-x-hidden p-1`

export const menuItemClass =
  'relative flex min-h-7 pointer-coarse:min-h-10 cursor-pointer data-disabled:cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0'
