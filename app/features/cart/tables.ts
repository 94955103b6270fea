declare module '#kit/db/schema.ts' {
  interface Schema {
    cart_lines: {
      user_id: string
      /** From 0. */
      position: number
      product_id: string
      quantity: number
    }
  }
}

// Makes this file a module: what it declares is added to the schema instead of replacing it.
export {}
