/** What an app tells of its user. */
import { body } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';

const of = (user_id: unknown) => body({ metadata: { user_id } });

checkCases([
  {
    // BerriAI/litellm#10106
    name: 'an email address for a user id',
    rule: 'user-id-personal',
    sent: of('myname@example.com'),
    answer: refused(
      'metadata.user_id: user_id appears to contain an email address. Please send a uuid or hash value instead.',
    ),
    accepted: of('5f0c6d1e-9a58-4a0e-8f57-1c1b8f7a2a10'),
  },
  {
    name: 'an email address in a user id',
    rule: 'user-id-personal',
    sent: of('user_ann+chat@mail.example.com_session'),
    answer: refused(
      'metadata.user_id: user_id appears to contain an email address. Please send a uuid or hash value instead.',
    ),
    accepted: of('{"device_id":"293d8247","session_id":"07ad0a8d@2"}'),
  },
]);
