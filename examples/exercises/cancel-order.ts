/** Exercise 1: a second tool, which cancels. It is the one that must check a permission: what it does cannot be undone. */
import { defineTool, ToolError, type LoopTool } from 'ensaio/loop';
import { inputSchema, orderOf, type Orders, type Session } from './orders.ts';

export const cancelOrder = (all: Orders, session: Session): LoopTool =>
  defineTool({
    name: 'cancel_order',
    description:
      'Cancels one open order of the customer who is signed in, by its number. Use it only after the customer has said that this order shall be cancelled. It cannot be undone. Do not use it to look up an order, and not for an order that has shipped: that one is sent back.',
    inputSchema,
    effect: 'write',
    run({ number }) {
      const order = orderOf(all, session, number);
      if (order.status !== 'open') {
        throw new ToolError(`Order ${number} is ${order.status} and cannot be cancelled.`);
      }
      order.status = 'cancelled';
      return `Order ${number} is cancelled.`;
    },
  });
