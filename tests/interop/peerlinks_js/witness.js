'use strict';

// Counts what passes on one connection, by kind. It reads beside the published implementation and
// changes nothing.

const { schema } = require('./published');

class Witness {
  constructor(tell, note) {
    this.tell = tell;
    this.note = note;
    this.counts = {};
    this.greetings = { sent: 0, received: 0 };
  }

  see(what, subject) {
    if (what === 'banned') {
      this.tell({ event: 'banned', error: subject.message });
      return;
    }
    const kind = this.kind(what, subject);
    const name = `${what} ${kind}`;
    this.counts[name] = (this.counts[name] || 0) + 1;
    this.note(name);
    if (kind === 'error') {
      const { reason } = schema.Packet.decode(subject).error;
      this.tell({ event: 'error', direction: what, reason });
    } else if (kind !== 'hello') {
      this.tell({ event: 'frame', direction: what, kind });
    }
  }

  // Hello first, then the Shake of one side; everything else is a Packet.
  kind(what, message) {
    this.greetings[what] += 1;
    if (this.greetings[what] === 1) {
      return 'hello';
    }
    if (!this.shaken && message[0] === 8 && message.length === 2) {
      this.shaken = true;
      return message[1] ? 'duplicate' : 'shake';
    }
    const packet = schema.Packet.decode(message);
    if (packet.content === 'syncResponse' && packet.syncResponse.box.length === 0) {
      return 'emptyResponse';
    }
    return packet.content;
  }
}

module.exports = { Witness };
