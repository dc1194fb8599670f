'use strict';

// One TCP connection as the published implementation wants it: whole messages in, whole messages
// out, each behind a 32-bit big-endian length. What passes is told to a witness.

class FramedSocket {
  constructor(stream, witness) {
    this.stream = stream;
    this.witness = witness;
    this.unread = Buffer.alloc(0);
    this.arrived = [];
    this.waiting = [];
    this.ended = null;
    stream.setNoDelay(true);
    stream.on('data', (data) => this.take(data));
    stream.on('error', (error) => this.end(error));
    stream.on('close', () => this.end(new Error('closed')));
  }

  async send(message) {
    if (this.ended) {
      throw this.ended;
    }
    this.witness('sent', message);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(message.length, 0);
    this.stream.write(Buffer.concat([length, message]));
  }

  async receive(milliseconds) {
    if (this.arrived.length !== 0) {
      return this.arrived.shift();
    }
    if (this.ended) {
      throw this.ended;
    }
    return await this.next(milliseconds);
  }

  // `error` is given only for a ban.
  async close(error) {
    if (error) {
      this.witness('banned', error);
    }
    this.end(new Error('closed'));
    this.stream.end();
  }

  next(milliseconds) {
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject, timer: null };
      if (milliseconds) {
        waiter.timer = setTimeout(() => {
          this.waiting.splice(this.waiting.indexOf(waiter), 1);
          reject(new Error('Timed out'));
        }, milliseconds);
      }
      this.waiting.push(waiter);
    });
  }

  take(data) {
    this.unread = Buffer.concat([this.unread, data]);
    while (this.unread.length >= 4) {
      const end = 4 + this.unread.readUInt32BE(0);
      if (this.unread.length < end) {
        return;
      }
      const message = Buffer.from(this.unread.slice(4, end));
      this.unread = this.unread.slice(end);
      this.deliver(message);
    }
  }

  deliver(message) {
    this.witness('received', message);
    const waiter = this.waiting.shift();
    if (waiter) {
      clearTimeout(waiter.timer);
      waiter.resolve(message);
    } else {
      this.arrived.push(message);
    }
  }

  end(error) {
    if (this.ended) {
      return;
    }
    this.ended = error;
    for (const waiter of this.waiting.splice(0)) {
      clearTimeout(waiter.timer);
      waiter.reject(error);
    }
  }
}

module.exports = { FramedSocket };
