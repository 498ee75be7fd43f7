/** The order desk of the exercises: whose order it is matters in the first of them. */
import { defineTool, ToolError, type LoopTool } from 'ensaio/loop';
import * as z from 'zod';

export interface Order {
  status: 'shipped' | 'delivered' | 'open' | 'cancelled';
  readonly customer: string;
}

export type Orders = Map<string, Order>;

/** Who is signed in. It comes from the application, never from the model. */
export interface Session {
  readonly customer: string;
}

export const orders = (): Orders =>
  new Map([
    ['A-1001', { status: 'shipped', customer: 'ana' }],
    ['A-1002', { status: 'open', customer: 'ana' }],
    ['A-2001', { status: 'open', customer: 'bruno' }],
  ]);

export const inputSchema: z.ZodType<{ number: string }> = z.strictObject({
  number: z
    .string()
    .regex(/^A-\d{4}$/)
    .describe(
      'The order that is meant: the letter A, a hyphen and four digits, as on the receipt.',
    ),
});

/** The order that a session may see. Another's is told as one that there is not. */
export function orderOf(all: Orders, { customer }: Session, number: string): Order {
  const order = all.get(number);
  if (order?.customer !== customer) {
    throw new ToolError(`There is no order ${number}. Ask the customer for the number.`);
  }
  return order;
}

export const getOrder = (all: Orders, session: Session): LoopTool =>
  defineTool({
    name: 'get_order',
    description:
      'Tells how far one order has come, by its number. For questions about delivery. It only reads: nothing is changed or undone. The answer is one word.',
    inputSchema,
    effect: 'read',
    run: ({ number }) => ({ status: orderOf(all, session, number).status }),
  });
